"""A short way through numba's compiler for kernels: half of the time of its usual way.

Kernels are plain: numbers, named tuples of numbers, arrays that lie in one piece, tables of records; no closures,
exceptions, generators or counted references, and no negative indices. So most of numba's passes find nothing to do, and
what they would prepare (when does a variable end, which of its values is it) is not needed. Element access, half
of what kernels do, is written directly.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from numba.core import cgutils, ir, types
from numba.core.analysis import compute_cfg_from_blocks, compute_use_defs
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NoPythonBackend, NopythonTypeInference
from numba.core.untyped_passes import FixupArgs, IRProcessing, TranslateByteCode
from numba.np import arrayobj


class Compiler(CompilerBase):
    """Compiles kernels."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline: from byte code to typed statements to LLVM code."""
        passes = PassManager("kernel")
        passes.add_pass(TranslateByteCode, "byte code to statements")
        passes.add_pass(FixupArgs, "arguments")
        passes.add_pass(IRProcessing, "control flow")
        passes.add_pass(_Constants, "constants")
        passes.add_pass(NopythonTypeInference, "types")
        passes.add_pass(_Lowering, "LLVM code")
        passes.add_pass(NoPythonBackend, "result")
        passes.finalize()
        return [passes]


@register_pass(mutates_CFG=False, analysis_only=False)
class _Constants(FunctionPass):
    """Lets a variable that is set to a named constant be set to something else as well.

    numba takes the constant for the type of such a variable, unless it is given it by way of another one.
    """

    _name = "kernel_constants"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Give variables their constants by way of others."""
        blocks = state.func_ir.blocks.values()
        times = Counter(statement.target.name for block in blocks for statement in block.find_insts(ir.Assign))
        for block in blocks:
            for k, statement in reversed(list(enumerate(block.body))):
                named = isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Global)
                if named and times[statement.target.name] > 1:
                    between = block.scope.redefine("$constant", statement.loc)
                    block.body[k : k + 1] = [
                        ir.Assign(statement.value, between, statement.loc),
                        ir.Assign(between, statement.target, statement.loc),
                    ]
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(BaseNativeLowering):
    """From typed statements to LLVM code."""

    _name = "kernel_lowering"  # type: ignore[assignment]

    @property
    def lowering_class(self) -> Any:
        """The class that writes the code of one function."""
        return _Function


class _Function(Lower):
    """Writes the LLVM code of one function, statement by statement."""

    def _find_singly_assigned_variable(self) -> None:
        """Find the variables that need no place in memory: assigned once, on every way to where they are used."""
        blocks = self.func_ir.blocks
        found = compute_use_defs(blocks)
        dominators = compute_cfg_from_blocks(blocks).dominators()
        assigned: dict[str, Any] = {}
        for offset, block in blocks.items():
            for statement in block.find_insts(ir.Assign):
                name = statement.target.name
                assigned[name] = None if name in assigned else offset
        for offset, names in found.usemap.items():
            for name in names:
                at = assigned.get(name)
                if at is not None and (at >= offset or at not in dominators[offset]):
                    assigned[name] = None
        self._singly_assigned_vars = {name for name, at in assigned.items() if at is not None}
        self._blk_local_varmap: dict[str, Any] = {}
        self._tuples: dict[str, list[tuple[Any, Any]]] = {}  # values and types of their parts

    def lower_block(self, block: Any) -> None:
        """Write the code of statements that follow each other."""
        for statement in block.body:
            self.loc = statement.loc
            self.lower_inst(statement)

    def lower_inst(self, inst: Any) -> None:
        """Write the code of a statement."""
        if isinstance(inst, ir.Assign):
            self._assign(inst.target.name, inst)
        elif isinstance(inst, ir.SetItem):
            self.lower_setitem(inst.target, inst.index, inst.value, self.fndesc.calltypes[inst])
        elif isinstance(inst, ir.StaticSetItem):
            self.lower_setitem(inst.target, inst.index_var, inst.value, self.fndesc.calltypes[inst])
        else:
            super().lower_inst(inst)

    def _assign(self, name: str, inst: Any) -> None:
        value = inst.value
        if isinstance(value, ir.Expr) and value.op == "build_tuple" and name in self._singly_assigned_vars:
            self._tuples[name] = [(self.loadvar(item.name), self.typeof(item.name)) for item in value.items]
        else:
            self.storevar(self.lower_assign(self.typeof(name), inst), name)

    # ---- variables ----

    def loadvar(self, name: str) -> Any:
        """Return the value of a variable."""
        if name in self._blk_local_varmap:
            return self._blk_local_varmap[name]
        if name in self._tuples:
            kind = self.typeof(name)
            parts = zip(self._tuples[name], kind, strict=True)
            values = [self.context.cast(self.builder, value, given, wanted) for (value, given), wanted in parts]
            return self.context.make_tuple(self.builder, kind, values)
        return self.builder.load(self.getvar(name))

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Give a variable a value."""
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        """Return a place in memory for a variable."""
        return cgutils.alloca_once(self.builder, lltype, name=name)

    # ---- elements of arrays ----

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Write the code of ``array[index]``."""
        place, kind = self._place(value, index), self.typeof(value.name)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        found = arrayobj.load_item(self.context, self.builder, kind, place)
        return self.context.cast(self.builder, found, kind.dtype, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> None:
        """Write the code of ``array[index] = value``."""
        place, kind = self._place(target_var, index_var), self.typeof(target_var.name)
        if place is None:
            super().lower_setitem(target_var, index_var, value_var, signature)
        else:
            value, given = self.loadvar(value_var.name), self.typeof(value_var.name)
            arrayobj.store_item(
                self.context, self.builder, kind, self.context.cast(self.builder, value, given, kind.dtype), place
            )

    def _place(self, array: Any, index: Any) -> Any:
        """Return the address of an element; None if it is not one element that is asked for."""
        kind = self.typeof(array.name)
        if not (isinstance(kind, types.Array) and kind.layout == "C"):
            return None
        parts = self._tuples.get(index.name) or [(self.loadvar(index.name), self.typeof(index.name))]
        if len(parts) != kind.ndim or not all(isinstance(given, types.Integer) for _, given in parts):
            return None
        builder, value = self.builder, self.loadvar(array.name)
        model = self.context.data_model_manager[kind]
        shape = model.get_field_position("shape")
        offset = None
        for axis, (part, given) in enumerate(parts):
            step = self.context.cast(builder, part, given, types.intp)
            if offset is None:
                offset = step
            else:
                offset = builder.add(builder.mul(offset, builder.extract_value(value, [shape, axis])), step)
        return builder.gep(builder.extract_value(value, model.get_field_position("data")), [offset])

    # ---- expressions ----

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """Write the code of an expression."""
        if expr.op == "static_getitem" and isinstance(self.typeof(expr.value.name), types.Array):
            return self.lower_getitem(resty, expr, expr.value, expr.index_var, self.fndesc.calltypes[expr])
        return super().lower_expr(resty, expr)

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """Write the code of an operator with two operands."""
        context, builder = self.context, self.builder
        signature = self.fndesc.calltypes[expr]
        operands = [
            context.cast(builder, self.loadvar(side.name), self.typeof(side.name), kind)
            for side, kind in zip((expr.lhs, expr.rhs), signature.args, strict=True)
        ]
        kind = context.typing_context.resolve_value_type(op)
        found = context.get_function(kind, kind.get_call_type(context.typing_context, signature.args, {}))
        return context.cast(builder, found(builder, operands), signature.return_type, resty)
