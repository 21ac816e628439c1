"""Faults of a model file: all at once, each with its line, its value, a reason and the nearest name."""

from __future__ import annotations

import random

import pytest
from model_examples import four_bar, spatial

import linkwork as lw
from linkwork.model.files import to_toml

GOOD = """\
linkwork = 1
name = "slider"
plane = "xy"
gravity = [0, -9.81]
[parameters]
L = "2 m"
[ground.points]
O = [0, 0]
[bodies.crank]
mass = 1.0
com = ["L/2", 0]
points.B = [2, 0]
place = { angle = "60 deg" }
[bodies.coupler]
shape = { kind = "rod", length = "3*L", mass = 2 }
[joints.A]
kind = "revolute"
a = "ground.O"
b = "crank"
[joints.B]
kind = "revolute"
a = "crank.B"
b = { body = "coupler", at = [0, 0] }
[joints.link]
kind = "rod"
a = "ground"
b = "coupler"
length = 1
[drivers."A.angle"]
function = "2*pi*t"
[forces.motor]
kind = "torque"
body = "crank"
value = 39.75
"""


def faults_of(text: str) -> list[str]:
    with pytest.raises(lw.FileFormatError) as caught:
        lw.Mechanism.from_toml(text, "model.toml")
    return [str(fault) for fault in caught.value.faults]


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


def test_the_example_is_good():
    m = lw.Mechanism.from_toml(GOOD)
    assert m.joints["B"].b == lw.Marker("coupler", (0.0, 0.0))
    assert m.lines["joint 'B'"] == 20
    assert m.lines["body 'crank'"] == 9


# old text, new text, line, then what the fault must say
CASES = [
    # structure
    ('plane = "xy"', 'plan = "xy"', 3, "model file: there is no key 'plan' here. Did you mean 'plane'?"),
    ("linkwork = 1", "", 1, "'linkwork' is missing. Begin the file with: linkwork = 1"),
    (
        "linkwork = 1",
        "linkwork = 2",
        1,
        "it is 2; this Linkwork reads version 1. The file was written by a newer",
    ),
    (
        "linkwork = 1",
        'linkwork = "one"',
        1,
        "it is 'one'; this Linkwork reads version 1. Write: linkwork = 1",
    ),
    ('name = "slider"', "name = 3", 2, "name: it is 3; a text in quotes is expected."),
    ('plane = "xy"', 'plane = "xx"', 3, "plane: there is no plane 'xx'. Did you mean 'xz'?"),
    (
        'plane = "xy"',
        'spatial = "yes"',
        3,
        "spatial: it is 'yes'; true or false (without quotes) is expected.",
    ),
    ("[0, -9.81]", "-9.81", 4, "gravity: it is -9.81; a list of 2 or 3 numbers or texts is expected."),
    ("[0, -9.81]", "[0, 0, 0, 1]", 4, "gravity: it has 4 elements"),
    ("[0, -9.81]", "[0, nan]", 4, "element 2 of gravity: nan is not a finite number."),
    ('"2 m"', "1979-05-27", 6, "parameter 'L': it is a date or time; a number, or a text such as"),
    ('"2 m"', "[1]", 6, "parameter 'L': it is a list; a number"),
    (
        "[ground.points]",
        "[ground.pionts]",
        7,
        "ground: there is no key 'pionts' here. Did you mean 'points'?",
    ),
    ("O = [0, 0]", "O = true", 8, "point ground.O: it is true; a list such as [2, 0], or a table"),
    ("[bodies.crank]", "[body.crank]", 9, "there is no key 'body' here. Did you mean 'bodies'?"),
    ("mass = 1.0", "mas = 1.0", 10, "body 'crank': there is no key 'mas' here. Did you mean 'mass'?"),
    ("mass = 1.0", "mass = [1]", 10, "mass of body 'crank': it is a list; a number, or a text"),
    ("mass = 1.0", "mass = true", 10, "mass of body 'crank': it is true; a number"),
    ("mass = 1.0", "mass = inf", 10, "mass of body 'crank': inf is not a finite number."),
    ("mass = 1.0", f"mass = {'9' * 310}", 10, "mass of body 'crank': the number is too large."),
    (
        "mass = 1.0",
        "inertia = [1, 2]",
        10,
        "inertia of body 'crank': it has 2 elements; one number, a list of 3",
    ),
    ("mass = 1.0", "inertia = [[1, 2, 3]]", 10, "inertia of body 'crank': it is a list of lists; one number"),
    ("mass = 1.0", "inertia = {}", 10, "inertia of body 'crank': it is a table; one number"),
    ('["L/2", 0]', "[\n0,\nfalse]", 13, "element 2 of com of body 'crank': it is false; a number"),
    ("points.B = [2, 0]", "points.B = { z = 3 }", 12, "z of point crank.B: it is 3; an axis such as"),
    ("points.B = [2, 0]", "points = [2, 0]", 12, "points of body 'crank': it is a list; a table of points"),
    ('{ angle = "60 deg" }', "0.3", 13, "place of body 'crank': it is 0.3; a table such as { at = [0, 1]"),
    (
        'angle = "60 deg"',
        "angel = 1",
        13,
        "place of body 'crank': there is no key 'angel' here. Did you mean 'angle'?",
    ),
    ('angle = "60 deg"', "rate = {}", 13, "rate of place of body 'crank': it is a table; one number (about"),
    ('angle = "60 deg"', "rotation = 3", 13, "it is 3; a table such as { rpy ="),
    (
        'angle = "60 deg"',
        "rotation = {}",
        13,
        "it has 0 of rpy, euler, bryant, angles, axis_angle, quaternion, matrix;",
    ),
    ('angle = "60 deg"', "rotation = { rpy = [1] }", 13, "it has 1 elements; a list of 3 numbers"),
    ('angle = "60 deg"', "rotation = { rp = [1] }", 13, "there is no key 'rp' here. Did you mean 'rpy'?"),
    ('kind = "rod", l', 'kind = "rodd", l', 15, "there is no shape 'rodd'. Did you mean 'rod'?"),
    ('kind = "rod", l', "l", 15, "shape of body 'coupler': 'kind' is missing."),
    ("mass = 2 }", "density = 2 }", 15, "there is no key 'density' here."),
    (", mass = 2 }", " }", 15, "shape of body 'coupler': 'mass' is missing."),
    ('[joints.A]\nkind = "revolute"\n', "[joints.A]\n", 16, "joint 'A': 'kind' is missing."),
    (
        '[joints.A]\nkind = "revolute',
        '[joints.A]\nkind = "revolut',
        17,
        "no joint kind 'revolut'. Did you mean 'revolute'?",
    ),
    ('a = "ground.O"', 'a = "ground.P"', 18, "revolute joint 'A': body 'ground' has no point 'P'. Known: O."),
    (
        'a = "ground.O"',
        'a = "grund.O"',
        18,
        "revolute joint 'A': there is no body 'grund'. Did you mean 'ground'?",
    ),
    ('a = "ground.O"', "a = [0, 0]", 18, "revolute joint 'A': it is a list; a body (\"crank\"), a point"),
    ('a = "ground.O"', "a = { at = [0, 0] }", 18, "revolute joint 'A': 'body' is missing."),
    ('a = "ground.O"\n', "", 16, "revolute joint 'A': 'a' is missing."),
    ('body = "coupler", at', 'body = "couple", at', 23, "there is no body 'couple'. Did you mean 'coupler'?"),
    ('body = "coupler", at', 'body = "coupler", att', 23, "there is no key 'att' here. Did you mean 'at'?"),
    (
        "length = 1",
        "lenght = 1",
        28,
        "rod joint 'link': there is no key 'lenght' here. Did you mean 'length'?",
    ),
    (
        "length = 1",
        'length = 1\nrod_ends = "spherical"',
        29,
        "there is no rod_ends 'spherical'. Did you mean",
    ),
    ("length = 1", 'length = 1\nat = "x"', 29, "at of rod joint 'link': it is 'x'; a list of 2 or 3"),
    (
        'function = "2*pi*t"',
        "functon = 1",
        30,
        "driver 'A.angle': there is no key 'functon' here. Did you mean 'function'?",
    ),
    (
        '"2*pi*t"',
        '"2*pi*"',
        30,
        "function of driver 'A.angle': '2*pi*' cannot be read: a number, name or '('",
    ),
    ('"2*pi*t"', "[1]", 30, "function of driver 'A.angle': it is a list; a number, an expression such as"),
    (
        '"2*pi*t"',
        '{ kind = "cycloid", rise = 1 }',
        30,
        "no kind of function 'cycloid'. Did you mean 'cycloidal'?",
    ),
    ('"2*pi*t"', '{ kind = "speed" }', 30, "function of driver 'A.angle': 'rate' is missing."),
    (
        '"2*pi*t"',
        '{ kind = "speed", rat = 1, rate = 1 }',
        30,
        "there is no key 'rat' here. Did you mean 'rate'?",
    ),
    (
        '"2*pi*t"',
        '{ kind = "step", rise = 1, duration = -1 }',
        30,
        "The duration of step is '-1'; it must be positive.",
    ),
    (
        '"2*pi*t"',
        '{ kind = "table", times = 1, values = [1] }',
        30,
        "it is 1; a list of numbers or texts is expected.",
    ),
    (
        '"2*pi*t"',
        '{ kind = "table", times = [1], values = [1], ends = "open" }',
        30,
        "there is no ends 'open'.",
    ),
    (
        'kind = "torque"',
        'kind = "torqe"',
        32,
        "force 'motor': there is no force kind 'torqe'. Did you mean 'torque'?",
    ),
    (
        "value = 39.75",
        "vale = 39.75",
        34,
        "force 'motor': there is no key 'vale' here. Did you mean 'value'?",
    ),
    # what Mechanism.check finds
    ('"2 m"', '"2 m + 1 s"', 6, "parameter 'L': '2 m + 1 s' mixes dimensions"),
    ('"2 m"', '"2*M"', 6, "parameter 'L': There is no parameter 'M'."),
    ("L = ", "pi = 3\nL = ", 6, "parameter 'pi': 'pi' cannot name a parameter; it has a meaning in every"),
    ("O = [0, 0]", 'O = ["1 kg", 0]', 8, "point ground.O: '1 kg' is a mass; a length is expected"),
    ("[bodies.coupler]", '[bodies."2nd"]\n[bodies.coupler]', 14, "body '2nd': '2nd' is not a name."),
    (
        "[bodies.coupler]",
        "[bodies.ground]\n[bodies.coupler]",
        14,
        "body 'ground': the ground is there already.",
    ),
    (
        "[bodies.coupler]",
        "[bodies.A]\n[bodies.coupler]",
        17,
        "joint 'A': a body and a joint share this name.",
    ),
    ("mass = 1.0", "mass = -1", 10, "body 'crank': its mass is -1 kg."),
    ("mass = 1.0", 'mass = "3 m"', 10, "mass of body 'crank': '3 m' is a length; a mass is expected"),
    ("mass = 1.0", "inertia = [1, 1, 3]", 10, "inertia of body 'crank': the principal moments (1, 1, 3)"),
    (
        '["L/2", 0]',
        '["LL/2", 0]',
        11,
        "centre of mass of body 'crank': There is no parameter 'LL'. Did you mean 'L'?",
    ),
    ('"60 deg"', '"60 m"', 13, "angle in the placement of 'crank': '60 m' is a length; an angle is expected"),
    (
        '"60 deg"',
        "0, rotation = { rpy = [0, 0, 0] }",
        13,
        "a planar body is turned by an angle",
    ),
    ('"3*L"', '"3*K"', 15, "length of rod of body 'coupler': There is no parameter 'K'."),
    ('"3*L"', "-3", 15, "rod of body 'coupler': length is -3 m; a dimension is not negative."),
    ('b = "crank"\n', 'b = "crank"\naxis = "x"\n', 20, "revolute joint 'A': its axis lies in the plane xy"),
    ('b = "crank"\n', 'b = "ground"\n', 19, "revolute joint 'A': it joins 'ground' to itself."),
    (
        "at = [0, 0] }",
        'at = [0, "2 s"] }',
        23,
        "point coupler at (0.0, 2 s): '2 s' is a time; a length is expected",
    ),
    ("length = 1", 'length = "1 kg"', 28, "rod joint 'link': '1 kg' is a mass; a length is expected"),
    ("length = 1", "length = 0", 28, "rod joint 'link': its length is 0 m."),
    (
        '"2*pi*t"',
        '"2*pi*tt"',
        30,
        "driver 'A.angle': There is no variable or parameter 'tt'. Did you mean 't'?",
    ),
    ('"2*pi*t"', '"3 m"', 30, "driver 'A.angle': '3 m' is a length; an angle is expected"),
    ('[drivers."A.angle"]', '[drivers.d]\nquantity = "A.angel"', 30, "Did you mean 'angle'?"),
    ('body = "crank"', 'body = "crnk"', 33, "force 'motor': there is no body 'crnk'. Did you mean 'crank'?"),
    ("value = 39.75", 'value = "2*q"', 34, "force 'motor': There is no variable or parameter 'q'."),
    ("value = 39.75", 'value = 1\naxis = "q"', 35, "force 'motor': 'q' is not an axis."),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), CASES, ids=range(len(CASES)))
def test_one_fault(old, new, line, message):
    faults = faults_of(changed(old, new))
    assert any(f.startswith(f"line {line}: ") and message in f for f in faults), faults


def test_many_faults_at_once_in_the_order_of_the_lines():
    text = changed("mass = 1.0", "mas = 1\nmass = -2").replace("crank.B", "crank.b").replace('"2 m"', '"2 q"')
    text = text.replace('kind = "torque"', 'kind = "torq"').replace("length = 1", 'length = "1 s"')
    with pytest.raises(lw.FileFormatError) as caught:
        lw.Mechanism.from_toml(text, "model.toml")
    assert str(caught.value).startswith("model.toml has 6 faults:\n  - line 6: parameter 'L'")
    assert [f.line for f in caught.value.faults] == [6, 10, 11, 23, 29, 33]


def test_a_joint_that_cannot_be_read_makes_no_second_fault():
    assert len(faults_of(changed('a = "ground.O"', 'a = "grund"'))) == 1


def test_a_newer_version_makes_no_other_fault():
    assert len(faults_of("linkwork = 2\nunknown = 1")) == 1


def test_messages_name_the_source():
    with pytest.raises(lw.FileFormatError, match="my file has one fault:"):
        lw.Mechanism.from_toml("linkwork = 1\nplane = 2", "my file")


def test_arrays_of_tables_are_explained():
    assert "a section [bodies] or sections [bodies.name] is expected" in faults_of("linkwork = 1\n[[bodies]]\n")[0]
    (fault,) = faults_of("linkwork = 1\n[bodies]\ncrank = 3\n")
    assert fault == "line 3: body 'crank': it is 3; a section with the keys of a body is expected."


ATTACKS = [
    "__import__('os').system('touch pwned')",
    "().__class__.__bases__[0].__subclasses__()",
    "lambda: 0",
    "exec('1')",
    "L.__class__",
    "{0.__class__}",
    "$(touch pwned)",
    "9**9**9**9",
    "(" * 5000,
    "1" + "+1" * 4999,
    "x" * 20_000,
    "\x00",
]


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_a_file_never_runs_code(attack, tmp_path, monkeypatch):
    from linkwork.model.files import emit

    monkeypatch.chdir(tmp_path)
    text = emit.text(attack)
    for old in ('"2 m"', "1.0", '"3*L"', '"2*pi*t"', "39.75", '"60 deg"', "length = 1"):
        new = f"length = {text}" if old == "length = 1" else text
        faults = faults_of(changed(old, new))
        assert all(f.startswith("line ") for f in faults)
    for old in ('kind = "rod", l', 'kind = "torque"', '"ground.O"'):
        new = old[: old.index('"')] + text + old[old.rindex('"') + 1 :]
        assert faults_of(changed(old, new))
    assert list(tmp_path.iterdir()) == []


def attempt(text: str) -> tuple[lw.Mechanism | None, tuple[lw.Fault, ...]]:
    try:
        return lw.Mechanism.from_toml(text), ()
    except lw.FileFormatError as error:
        return None, error.faults


@pytest.mark.parametrize("seed", range(12))
def test_damaged_files_give_faults_and_nothing_else(seed):
    rng = random.Random(seed)
    texts = [GOOD, to_toml(four_bar()), to_toml(spatial())]
    for _ in range(25):
        text = list(rng.choice(texts))
        for _ in range(rng.randint(1, 4)):
            position = rng.randrange(len(text))
            text[position : position + rng.randint(0, 3)] = rng.choice(
                ['"', "", "[", "]", "{", "=", ".", "\n", "x", "-9", "1e308", "nan"]
            )
        damaged = "".join(text)
        m, faults = attempt(damaged)
        assert m or faults
        assert all(f.line is not None and 1 <= f.line <= damaged.count("\n") + 1 for f in faults)
        if m:
            assert lw.Mechanism.from_toml(to_toml(m)).written() == m.written()
