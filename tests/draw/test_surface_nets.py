"""Nets of surfaces in drawings: their points lie on the surface, around the places of contact."""

import numpy as np

import linkwork as lw
from linkwork import gallery
from linkwork.draw.tracks import tracks_of


def test_the_net_under_a_ball_lies_on_its_surface():
    m = lw.Mechanism("globe", gravity=(0, 0, -9.81))
    ball = m.body("ball", mass=2.0, inertia=(0.008, 0.008, 0.008))
    m.sphere_on_surface("S", m.ground.at(0, 0, 0), ball.at(0, 0, 0), surface="x^2 + y^2 + z^2 - 0.25", radius=0.1)
    m.place(ball, at=(0, 0, 0.6), velocity=(0.3, 0, 0))
    run = m.simulate(0.5, points=6)
    lines = tracks_of(run)["S"]
    points = np.concatenate([line.points for line in lines])
    np.testing.assert_allclose(np.linalg.norm(points, axis=1), 0.5, atol=1e-8)
    for place in run.contact("S").point:
        assert np.linalg.norm(points - place, axis=1).min() < 0.1  # between lines of a net that is 0.4 wide and more
    assert sum(item.style == "net" for item in run.draw().items) == len(lines)


def test_the_outlines_of_a_stone_are_its_ellipses():
    motion = gallery.get("rattleback").assemble().motion
    for line in tracks_of(motion)["table"]:
        x, y, z = line.points.T
        np.testing.assert_allclose((x / 0.2) ** 2 + (y / 0.03) ** 2 + (z / 0.02) ** 2, 1.0, atol=1e-8)


def test_belts_of_the_gantry_keep_their_length():
    """Each strand with what is on its motor: the top ones slope by 4 r in 0.4 m, all others run along x and y."""
    motion = gallery.get("belt gantry").move(np.linspace(0, 1, 9))
    for name in ("strand 1a", "strand 1b", "strand 2a", "strand 2b"):
        length = motion.measure(f"{name}.length").value
        np.testing.assert_allclose(length, length[0], rtol=1e-9)
