"""Pictures of a motion. Written by packaging/make_methods.py; do not edit."""

from collections.abc import Sequence
from matplotlib.axes import Axes
from pathlib import Path
from typing import Any

from ..base.marker import Marker
from ..draw.motion_arrows import Points
from ..draw.report.free_bodies import Chosen
from ..draw.scene import Scene
from ..draw.view import ViewLike
from ..results.gradient import Gradient

class Pictures:
    """The pictures of a motion."""

    def plot(
        self,
        *quantities: str,
        path: str | Path | None = None,
        over: str | None = None,
        derivatives: bool = False,
        degrees: bool = False,
        ax: Axes | None = None,
        title: str | None = None,
    ) -> Any:
        """Plot quantities of a motion over time, or over another quantity.

        Parameters
        ----------
        *quantities : str
            Names and expressions of them, such as ``"A.angle"``, ``"rate(A.angle)"``, ``"coupler.P.velocity"``,
            ``"distance(crank.P, ground.Q)"``; of a motion with forces also ``"B.force"``, ``"B.force.x"``,
            ``"motor.power"``, ``"B.force.size/(9.81 m/s^2)"``; see `Motion.quantities` for all names. Default: every
            coordinate of every joint. A vector is shown by its components and its size.
        path : str or Path, optional
            File to write: ``.svg``, ``.png`` or ``.pdf``.
        over : str, optional
            Quantity along the horizontal axis, such as ``"A.angle"``; default: time.
        derivatives : bool
            Whether the derivatives of the quantities are plotted too, as far as they were computed.
        degrees : bool
            Whether angles and their rates are in degrees.
        ax : matplotlib Axes, optional
            Plot there; all quantities must then have one unit. Default: a new figure, a panel a unit.
        title : str, optional
            Default: the mechanism's name.

        Returns
        -------
        matplotlib Axes, or an array of them when there are several panels
            Data are in SI units; angles have a second scale in degrees on the right.
        """

    def draw(
        self,
        path: str | Path | None = None,
        *,
        at: Any = None,
        traces: Sequence[str | Marker] | None = None,
        labels: bool = True,
        view: ViewLike = None,
        title: str | None = None,
        velocities: Points = False,
        accelerations: Points = False,
        forces: bool = False,
        note: str | None = None,
    ) -> Scene:
        """Draw a motion: the mechanism at one time in full, at further times faintly, and paths of points.

        Parameters
        ----------
        path : str or Path, optional
            File to write: ``.svg``, ``.png`` or ``.pdf``.
        at : float, int or sequence, optional
            Times [s] (floats; the nearest computed ones are taken) or numbers of positions (integers).
            The first is drawn in full. Default: six positions spread over the motion.
        traces : sequence of str or Marker, optional
            Points whose paths are drawn. Default: every named point of a moving body that is no joint.
        labels : bool
            Whether bodies, joints and points are named.
        view : (azimuth, elevation) or str, optional
            In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
        title : str, optional
            Default: the mechanism's name.
        velocities, accelerations : bool or sequence of str or Marker
            Points (``"coupler.P"``) and joints (``"B"``) with arrows of these at the time drawn in full; True: all of them.
        forces : bool
            Whether what joints, drivers and forces do is drawn in arrows, with sizes; of a joint the force on its second
            body.
        note : str, optional
            The line below the title. Default: the times.

        Returns
        -------
        Scene
        """

    def report(
        self,
        path: str | Path,
        *,
        title: str | None = None,
        view: ViewLike = None,
        traces: Sequence[str | Marker] | None = None,
        quantities: str | Sequence[str] = (),
        free_bodies: Chosen = None,
        gradients: Sequence[Gradient] = (),
    ) -> None:
        """Write the report of a motion to an HTML file.

        Parameters
        ----------
        path : str or Path
            Ends in ``.html``; the file is replaced as a whole or not at all. It needs no other file and no network.
        title : str, optional
            Default: the mechanism's name.
        view : (azimuth, elevation) or str, optional
            In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
        traces : sequence of str or Marker, optional
            Points whose paths are drawn. Default: every named point of a moving body that is no joint.
        quantities : sequence of str, optional
            Further quantities to plot, by name or as expressions: ``["rate(A.angle)", "B.force.x"]``.
        free_bodies : sequence of float, or dict, optional
            Times [s] at which all bodies are cut free, or times by body: ``{"coupler": [0.1, 0.3]}``; whole numbers are
            those of positions. Default: when the largest joint force acts, for mechanisms of up to six bodies; (): none.
        gradients : sequence of Gradient, optional
            Sensitivities to show, as `linkwork.Mechanism.gradient` finds them.
        """
