"""Problems of a textbook: Garcia de Jalon and Bayo, *Kinematic and Dynamic Simulation of Multibody Systems* (1994).

The problems at the end of chapter 3 ask for the equations of velocity of mechanisms, all of which the gallery has:
``gallery.get("problem 3/8")`` is the crank shaper. The mechanisms of 3/1 to 3/5, 3/10 to 3/12, 3/14, 3/18 and 3/19 are
told by figures alone or in part; these are chosen to fit the words, and their dimensions are the gallery's own.
"""

from .registry import alias

PROBLEMS = {
    "3/1": "four-bar",
    "3/2": "oscillating cylinder",
    "3/3": "rod rolling on a disc",
    "3/4": "toggle press",
    "3/5": "wheel on a connecting rod",
    "3/8": "quick return",
    "3/9": "gears on a rod",
    "3/10": "telescopic coupler",
    "3/11": "geared connecting rods",
    "3/12": "eccentric",
    "3/13": "geneva drive",
    "3/14": "clam-shell bucket",
    "3/15": "frame on a string",
    "3/16": "rod on a cube",
    "3/17": "rssr",
    "3/18": "rsrc",
    "3/19": "plate on a plane",
    "3/20": "gyroscope",
    "3/21": "guided body",
    "3/22": "6r robot",
}
"""The mechanism of every problem, as it is in the gallery."""

for _number, _name in PROBLEMS.items():
    alias(f"problem {_number}", _name)
for _number in ("3/6", "3/7"):  # two bars of equal length
    alias(f"problem {_number}", "slider-crank", crank=0.25, rod=0.25)
