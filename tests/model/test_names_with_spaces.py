"""Joints, bodies and points whose names have spaces and dashes can be driven, loaded, watched and measured."""

import pytest

import linkwork as lw
from linkwork.errors import ModelError
from linkwork.expressions import parse, plain, spelled


def pendulum(joint="pin 1", body="my rod"):
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body(body, mass=1.0, inertia=0.1, com=(0.5, 0))
    rod.point("tip-end", 1, 0)
    pin = m.revolute(joint, m.ground.at(0, 0), rod.at(0, 0))
    return m, rod, pin


@pytest.mark.parametrize("name", ["pin 1", "A-1", "left pin-2", "plain"])
def test_a_driver_finds_the_joint_by_text_by_quotes_and_by_object(name):
    for quantity in (f"{name}.angle", f"'{name}'.angle", f'"{name}".angle', name, "object", "coordinate"):
        m, _, pin = pendulum(name)
        given = {"object": pin, "coordinate": pin.angle}.get(quantity, quantity)
        m.drive(given, 0.3)
        assert m.pose().joint(name).angle[0] == pytest.approx(0.3, abs=1e-12)  # a position is exact to rounding
        assert next(iter(m.drivers)) in (name, f"{name}.angle")


def test_forces_events_and_measures_find_them():
    m, rod, pin = pendulum()
    m.viscous("damper 2", pin, 0.1)
    m.torque("drive-1", rod, "-0.5*rate('pin 1'.angle) + 0.1*my rod.tip-end.y")
    m.torque("more", rod, f"-0.1*{pin.angle}")
    run = m.simulate(0.2, points=3, stop_when="pin 1.angle < -0.1", record_when={"low": "my rod.tip-end.y + 0.05"})
    assert run.joint("pin 1").angle[-1] == pytest.approx(-0.1, abs=1e-9)  # an event is found to rounding of the root
    assert run.measure("'pin 1'.angle").value[-1] == run.joint("pin 1").angle[-1]
    assert run.measure("distance(my rod.tip-end, ground)").value[-1] == pytest.approx(1.0, abs=1e-9)


def test_a_file_keeps_them(tmp_path):
    m, rod, _ = pendulum()
    m.torque("brake", rod, "-0.5*rate(pin 1.angle)")
    m.save(tmp_path / "m.toml")
    again = lw.Mechanism.load(tmp_path / "m.toml")
    assert again.to_toml() == m.to_toml()
    again.check()


def test_an_unknown_name_in_quotes_is_named():
    m, rod, _ = pendulum()
    m.torque("brake", rod, "-0.5*rate('pin 2'.angle)")
    with pytest.raises(ModelError, match=r"there is no joint or body called 'pin 2'\. Did you mean 'pin 1'"):
        m.check()


def test_a_difference_is_not_a_name():
    assert spelled("A - 1", ["A-1"]) == "A - 1"
    assert spelled("a-b.x", ["a", "b"]) == "a-b.x"
    assert spelled("x-A-1.angle", ["A-1"]) == "x-A-1.angle"
    assert plain("'pin 1'.angle - 2") == "'pin 1'.angle - 2"
    assert str(parse("""'A'.angle + "b c".x""")) == "A.angle + 'b c'.x"


def test_no_name_begins_or_ends_with_a_space():
    m, _, _ = pendulum(" pin ")
    with pytest.raises(ModelError, match=r"joint ' pin ': ' pin ' is not a name. Write 'pin'."):
        m.check()


def test_a_point_in_the_place_of_the_name():
    m, rod, _ = pendulum()
    m.spring(rod.at(0, 0), "s", m.ground.at(0, 0), stiffness=1.0, free_length=1.0)
    with pytest.raises(ModelError, match=r"not a text. The name comes first, a text such as 'A'."):
        m.check()


@pytest.mark.parametrize("name", ["t", "time", "pi"])
def test_a_joint_called_like_the_time_does_not_stand_for_it(name):
    m = lw.Mechanism("cart", plane="xy")
    cart = m.body("cart", mass=1.0, inertia=0.1)
    m.prismatic(name, m.ground.at(0, 0), cart.at(0, 0))
    m.effort("push", f"{name}.translation", "pi*t")
    m.torque("turn", cart, f"2*time + 0*{name}.translation")
    run = m.simulate([0.0, 1.0])
    # x'' = pi t: pi/6 after 1 s, of a straight line in time integrated to rounding.
    assert run[f"{name}.translation"][-1] == pytest.approx(3.141592653589793 / 6.0, abs=1e-12)
    assert run.force("turn").value[-1] == pytest.approx(2.0, abs=1e-12)


def test_a_parameter_goes_before_a_joint_of_its_name():
    m = lw.Mechanism("two weights", plane="xy", gravity=(0, -9.81))
    one = m.body("one", mass=3.0, inertia=0.1)
    m.prismatic("rail", m.ground.at(0, 0), one.at(0, 0), axis="y")
    m.cable("rope", (0, 5), one.at(0, 0), hold=False)
    m.parameter("rope", "2 N")
    m.effort("pull", "rail.translation", "3*9.81 N + rope")
    # 2 N more than the weight on 3 kg for 1 s.
    assert m.simulate([0.0, 1.0])["rail.translation"][-1] == pytest.approx(1.0 / 3.0, abs=1e-12)
