"""A rolling disc over 10 s: time and error of Linkwork and of other tools that are installed.

The disc leans, steers and rolls as in the reference case "rolling disc, general motion". Errors are those of the disc's
centre at the end, against Kane's equations integrated at a tolerance of 1e-13. MuJoCo has no rolling without slip: its
disc is a thin cylinder with a large coefficient of friction.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

MASS, RADIUS, DIAMETRAL, AXIAL, GRAVITY, SPAN = 2.0, 0.3, 0.045, 0.09, 9.81, 10.0
CENTRE = np.array([0.0, 0.0, 0.2897777478867205])
AXLE = np.array([0.9659258262890683, 0.0, 0.2588190451025207])
RATE = np.array([-6.054374002836931, 0.3, -0.5869884443260561])
FRAME = np.column_stack([np.cross(np.cross([0, 0, 1.0], AXLE), AXLE), np.cross([0, 0, 1.0], AXLE), AXLE])
FRAME /= np.linalg.norm(FRAME, axis=0)
FRAME[:, 0] = np.cross(FRAME[:, 1], FRAME[:, 2])
VELOCITY = np.cross(RATE, RADIUS * (np.array([0, 0, 1.0]) - AXLE[2] * AXLE) / np.hypot(AXLE[0], AXLE[1]))
END = np.array([-3.82996670689355, 0.33349838304650, 0.28733655473697])
"""Centre of the disc after 10 s [m]."""


def linkwork() -> Callable[[float], Any]:
    """Return Linkwork's run by tolerance."""
    import linkwork as lw

    m = lw.Mechanism("disc", gravity=(0, 0, -GRAVITY))
    disc = m.body("disc", mass=MASS, inertia=(DIAMETRAL, DIAMETRAL, AXIAL))
    m.rolling_disc("road", m.ground.at(0, 0, 0), disc.at(0, 0, 0), radius=RADIUS)
    m.place(disc, at=CENTRE, rotation=lw.matrix(FRAME), velocity=VELOCITY, rate=RATE)
    return lambda tolerance: m.simulate([0, SPAN], tolerance=tolerance).body("disc").position[-1]


def sympy_and_scipy() -> Callable[[float], Any]:
    """Return Kane's equations by SymPy, made a function of numbers and integrated by SciPy, by tolerance."""
    import sympy as sp
    from scipy.integrate import solve_ivp
    from sympy.physics import mechanics as me

    q = me.dynamicsymbols("q1:6")  # yaw, lean, spin, x and y of the centre
    u = me.dynamicsymbols("u1:4")
    yaw, lean, spin = q[:3]
    ground = me.ReferenceFrame("N")
    plane = ground.orientnew("A", "Axis", (yaw, ground.z))
    leaning = plane.orientnew("L", "Axis", (lean, plane.x))
    rotor = leaning.orientnew("B", "Axis", (spin, leaning.y))
    rotation = rotor.ang_vel_in(ground)
    rotor.set_ang_vel(ground, u[0] * leaning.x + u[1] * leaning.y + u[2] * leaning.z)
    contact = me.Point("C")
    contact.set_vel(ground, 0)
    centre = contact.locatenew("D", RADIUS * leaning.z)
    centre.set_vel(ground, me.cross(rotor.ang_vel_in(ground), RADIUS * leaning.z))
    turning = [me.dot(rotation, axis) - x for axis, x in zip((leaning.x, leaning.y, leaning.z), u, strict=True)]
    inertia = me.inertia(leaning, DIAMETRAL, AXIAL, DIAMETRAL)
    body = me.RigidBody("disc", centre, rotor, sp.Float(MASS), (inertia, centre))
    kane = me.KanesMethod(ground, q_ind=list(q[:3]), u_ind=list(u), kd_eqs=turning)
    kane.kanes_equations([body], [(centre, -MASS * GRAVITY * ground.z)])
    rates = kane.kindiffdict()
    path = centre.vel(ground).to_matrix(ground)[:2]
    state = [*q, *u]
    matrix = kane.mass_matrix.subs(rates)
    force = kane.forcing.subs(rates)
    turns = sp.Matrix([rates[sp.diff(x)] for x in q[:3]])
    numbers = sp.lambdify([state], [matrix, force, turns, sp.Matrix(path)], "numpy", cse=True)

    def slope(_: float, y: Any) -> Any:
        mass, right, turn, moving = numbers(y)
        return np.concatenate([turn.ravel(), moving.ravel(), np.linalg.solve(mass, right).ravel()])

    # The axle n is the leaning frame's y: (-sin yaw cos lean, cos yaw cos lean, sin lean).
    lean_0, yaw_0 = np.arcsin(AXLE[2]), np.arctan2(-AXLE[0], AXLE[1])
    x = np.array([np.cos(yaw_0), np.sin(yaw_0), 0.0])
    start = [yaw_0, lean_0, 0.0, *CENTRE[:2], *(RATE @ e for e in (x, AXLE, np.cross(x, AXLE)))]

    def run(tolerance: float) -> Any:
        y = solve_ivp(slope, (0, SPAN), start, method="DOP853", rtol=tolerance, atol=tolerance).y[:, -1]
        return np.array([y[3], y[4], RADIUS * np.cos(y[1])])

    return run


def exudyn_disc() -> Callable[[float], Any]:
    """Return Exudyn's rolling disc joint with its implicit integrator, by step [s]."""
    import exudyn as exu
    from exudyn import itemInterface as item
    from exudyn.rigidBodyUtilities import RigidBodyInertia

    def run(step: float) -> Any:
        container = exu.SystemContainer()
        system = container.AddSystem()
        turned = FRAME[:, [2, 0, 1]]  # the joint's axle is x of the body
        inertia = RigidBodyInertia(mass=MASS, inertiaTensor=np.diag([AXIAL, DIAMETRAL, DIAMETRAL]))
        disc = system.CreateRigidBody(
            inertia=inertia,
            referencePosition=list(CENTRE),
            referenceRotationMatrix=turned,
            initialVelocity=list(VELOCITY),
            initialAngularVelocity=list(RATE),
            gravity=[0, 0, -GRAVITY],
        )
        ground = system.CreateGround()
        m0 = system.AddMarker(item.MarkerBodyRigid(bodyNumber=ground))
        m1 = system.AddMarker(item.MarkerBodyRigid(bodyNumber=disc))
        system.AddObject(item.ObjectJointRollingDisc(markerNumbers=[m0, m1], discRadius=RADIUS, discAxis=[1, 0, 0]))
        system.Assemble()
        settings = exu.SimulationSettings()
        settings.timeIntegration.numberOfSteps = round(SPAN / step)
        settings.timeIntegration.endTime = SPAN
        settings.timeIntegration.verboseMode = 0
        settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
        settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = True
        settings.timeIntegration.newton.useModifiedNewton = True
        settings.solutionSettings.writeSolutionToFile = False
        system.SolveDynamic(settings)
        return np.array(system.GetObjectOutputBody(disc, exu.OutputVariableType.Position))

    return run


def mujoco_disc() -> Callable[[float], Any]:
    """Return MuJoCo's thin cylinder on a plane with friction, by step [s]."""
    import mujoco

    def run(step: float) -> Any:
        text = f"""<mujoco><option timestep="{step}" integrator="implicitfast" cone="elliptic" impratio="1000"
          gravity="0 0 -{GRAVITY}" tolerance="1e-12" iterations="200" noslip_iterations="20"/>
          <worldbody><geom type="plane" size="100 100 1" friction="5 0 0" solref="{2 * step} 1"/>
          <body pos="{CENTRE[0]} {CENTRE[1]} {CENTRE[2]}"><freejoint/>
          <inertial pos="0 0 0" mass="{MASS}" diaginertia="{DIAMETRAL} {DIAMETRAL} {AXIAL}"/>
          <geom type="cylinder" size="{RADIUS} 1e-4" friction="5 0 0" condim="3" solref="{2 * step} 1"/></body>
          </worldbody></mujoco>"""
        model = mujoco.MjModel.from_xml_string(text)
        data = mujoco.MjData(model)
        mujoco.mju_mat2Quat(data.qpos[3:7], np.ascontiguousarray(FRAME).ravel())
        data.qvel[:3], data.qvel[3:] = VELOCITY, FRAME.T @ RATE
        mujoco.mj_step(model, data, nstep=round(SPAN / step))
        return data.qpos[:3].copy()

    return run


TOOLS = {
    "Linkwork": (linkwork, (1e-6, 1e-9, 1e-12)),
    "SymPy + SciPy": (sympy_and_scipy, (1e-6, 1e-9, 1e-12)),
    "Exudyn": (exudyn_disc, (1e-2, 1e-3, 1e-4)),
    "MuJoCo": (mujoco_disc, (1e-3, 1e-4)),
}


def main() -> None:
    """Print a row for every tool and setting."""
    print(f"{'tool':<15} {'setting':>8} {'error [m]':>10} {'time [ms]':>10}")
    for name, (prepare, settings) in TOOLS.items():
        try:
            run = prepare()
        except ImportError:
            continue
        for setting in settings:
            found, best = run(setting), np.inf
            for _ in range(3):
                start = perf_counter()
                run(setting)
                best = min(best, perf_counter() - start)
            print(f"{name:<15} {setting:8.0e} {np.abs(found - END).max():10.1e} {1e3 * best:10.2f}", flush=True)


if __name__ == "__main__":
    main()
