"""Every mechanism of the gallery assembles, has its freedoms, moves and can be saved and drawn."""

import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

NAMES = gallery.names()


@pytest.mark.parametrize("name", NAMES)
def test_assembles_without_and_with_drivers(name):
    m = gallery.get(name, driven=False)
    assert not m.drivers
    assert m.assemble().violation < 1e-12
    assert gallery.get(name).assemble().violation < 1e-12


@pytest.mark.parametrize("name", NAMES)
def test_is_drawn_where_it_closes(name):
    # Hints are computed for the default dimensions: no body is moved by more than a hundredth.
    assembly = gallery.get(name, driven=False).assemble()
    assert assembly.moved < 0.01


@pytest.mark.parametrize("name", NAMES)
def test_degrees_of_freedom(name):
    entry = gallery.info(name)
    mobility = gallery.get(name).mobility()
    assert mobility.degrees_of_freedom == entry.degrees_of_freedom
    assert mobility.instantaneous == entry.degrees_of_freedom
    assert mobility.driven == mobility.drivers == entry.degrees_of_freedom - entry.idle


@pytest.mark.parametrize("name", NAMES)
def test_moves_through_its_range(name):
    entry = gallery.info(name)
    motion = gallery.get(name).move(entry.times(), undriven=entry.undriven)
    assert motion.complete
    assert motion.violation < 1e-10
    for body in motion.bodies:
        assert np.isfinite(motion.body(body).jerk).all()


@pytest.mark.parametrize("name", NAMES)
def test_velocities_are_slopes_of_positions(name):
    # Central differences over 2 h are off by about (2 pi h)^2/6 of the largest rate: 1e-5 here; the
    # gyroscope's rotor turns 20 times as fast. Idle spins, which no equation holds, must be smooth too.
    entry = gallery.info(name)
    motion = gallery.get(name).move(entry.times(721), undriven=entry.undriven)
    h = motion.time[1] - motion.time[0]
    for name in motion.bodies:
        body = motion.body(name)
        slope = (body.position[2:] - body.position[:-2]) / (2 * h)
        limit = 0.03 * max(1e-3, np.abs(body.velocity).max())
        np.testing.assert_allclose(slope, body.velocity[1:-1], atol=limit)
        turn = (body.rotation[2:] @ body.rotation[:-2].transpose(0, 2, 1)) / (4 * h)
        spin = np.stack([turn[:, 2, 1], turn[:, 0, 2], turn[:, 1, 0]], axis=1)
        spin -= np.stack([turn[:, 1, 2], turn[:, 2, 0], turn[:, 0, 1]], axis=1)
        rate = body.angular_velocity[1:-1]
        rate = rate if rate.ndim == 2 else np.column_stack([0 * rate, 0 * rate, rate])
        np.testing.assert_allclose(spin, rate, atol=0.03 * max(1e-3, np.abs(rate).max()))


@pytest.mark.parametrize("name", gallery.names("planar"))
def test_planar_bodies_stay_in_the_plane(name):
    m = gallery.get(name)
    for body in m.bodies:
        # Hints a little off must not matter: numbers of every kind may leave rounding errors.
        if body in m.placements and m.placements[body].angle is not None:
            m.place(body, angle=float(gallery.get(name).assemble().motion.body(body).angle[0]) + 1e-3)
    motion = m.move(gallery.info(name).times(361))
    rotation = np.array([motion.body(b).rotation for b in motion.bodies])
    np.testing.assert_allclose(rotation[..., 2, 2], 1.0, atol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_a_cycle_ends_where_it_began(name):
    entry = gallery.info(name)
    if entry.idle:
        pytest.skip("an idle spin need not come back")
    motion = gallery.get(name).move(entry.times(), derivatives=0)
    for body in motion.bodies:
        b = motion.body(body)
        np.testing.assert_allclose(b.position[-1], b.position[0], atol=1e-8)
        np.testing.assert_allclose(b.rotation[-1], b.rotation[0], atol=1e-8)


@pytest.mark.parametrize("name", NAMES)
def test_round_trip_through_toml(name, tmp_path):
    if find_spec("linkwork.model.files.read") is None:
        pytest.skip("model files cannot be read yet")
    path = tmp_path / "model.toml"
    m = gallery.get(name)
    m.save(path)
    again = lw.Mechanism.load(path)
    assert again.to_toml() == m.to_toml()
    np.testing.assert_allclose(again.assemble().poses, m.assemble().poses, atol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_draws(name, tmp_path):
    import linkwork.draw

    if not hasattr(linkwork.draw, "draw_mechanism"):
        pytest.skip("pictures are not there yet")
    path = tmp_path / "picture.svg"
    gallery.get(name).draw(path)
    assert path.read_text("utf-8").lstrip().startswith("<")


@pytest.mark.parametrize("name", NAMES)
def test_is_documented(name):
    entry = gallery.info(name)
    assert entry.summary.endswith(".")
    assert len(entry.summary) <= 100
    assert entry.kind == ("planar" if gallery.get(name).space.planar else "spatial")
    assert entry.parameters["driven"] is True
    doc = entry.build.__doc__
    for parameter in entry.parameters:
        assert parameter in doc.split("Parameters", 1)[1]


def test_unknown_names_are_answered_with_the_nearest():
    with pytest.raises(lw.ModelError, match="Did you mean 'four-bar'"):
        gallery.get("fourbar")
    with pytest.raises(lw.ModelError, match="Did you mean 'crank'"):
        gallery.get("four-bar", krank=1.0)


def test_names_by_kind():
    assert sorted(gallery.names("planar") + gallery.names("spatial")) == gallery.names()
    assert "four-bar" in gallery.names("planar")
    assert "bennett" in gallery.names("spatial")


def test_parameters_change_the_mechanism():
    m = gallery.get("four-bar", crank=1.0)
    assert m.parameters["crank_length"] == 1.0
    longer = m.with_parameters(coupler_length=3.6)
    assert longer.assemble().violation < 1e-12


def test_a_ladder_of_any_length():
    assert len(gallery.get("four-bar ladder", n=10).bodies) == 22
    assert gallery.get("four-bar ladder", n=10, driven=False).mobility().degrees_of_freedom == 1
    with pytest.raises(lw.ModelError, match="at least one four-bar"):
        gallery.get("four-bar ladder", n=0)


def test_importing_the_gallery_is_light():
    code = "import sys, linkwork.gallery; print(sorted({'numba', 'scipy', 'matplotlib'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", NAMES)
def test_equations_of_motion_are_met(name):
    """No run says that its own equations are not met; a rod that may spin idly is not held by its drivers."""
    free = gallery.get(name, driven=False)
    if any(body.mass is None for body in free.check().solids):
        pytest.skip("it has no masses")
    assert "not met" not in free.simulate(0.1).summary()
    if not gallery.info(name).idle:
        assert "not met" not in gallery.get(name).inverse([0.0, 0.3, 0.7]).summary()
