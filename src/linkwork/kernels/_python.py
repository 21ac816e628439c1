"""Code that talks to Python: how the entry of a door reads its arguments and returns its result, in LLVM's language."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

_WORD = ir.IntType(64)
_DOUBLE = ir.DoubleType()
_READERS: dict[str, tuple[str, Any]] = {"i": ("PyLong_AsLongLong", _WORD), "f": ("PyFloat_AsDouble", _DOUBLE)}
_MAKERS: dict[Any, str] = {_WORD: "PyLong_FromLongLong", _DOUBLE: "PyFloat_FromDouble"}

# Where numpy's array objects keep what, in bytes after the head of every Python object (PyArrayObject of the C API).
_HEAD = object.__basicsize__
_CLASS, _DATA, _NDIM, _SHAPE, _ELEMENT, _FLAGS = (_HEAD + k for k in (-8, 0, 8, 16, 40, 48))
_IN_ONE_PIECE = 0x101  # flags: C-contiguous, aligned

# Places in the table of what an entry must know (`_doors.Entry`); the element types of its arrays follow.
_NONE, _NOT_IMPLEMENTED, _ARRAY, _ELEMENTS = range(4)


class Python:
    """Writes code with `builder`; `known` is the array with the addresses of what the code must know."""

    def __init__(self, builder: Any, known: Any) -> None:
        self.builder = builder
        self._known = self.read(known, _DATA)

    def read(self, address: Any, offset: int, bits: int = 64) -> Any:
        """Return the integer at an address."""
        place = self.builder.add(address, _WORD(offset))
        return self.builder.load(self.builder.inttoptr(place, ir.IntType(bits).as_pointer()))

    def known(self, place: int) -> Any:
        """Return the address of something known."""
        return self.read(self._known, 8 * place)

    def call(self, name: str, *args: Any, returns: Any = _WORD) -> Any:
        """Call a function of Python's C API."""
        module = self.builder.module
        function = module.globals.get(name)
        if function is None:
            function = ir.Function(module, ir.FunctionType(returns, [a.type for a in args]), name)
        return self.builder.call(function, args)

    def shared(self, place: int) -> Any:
        """Return something known as an object that the caller will own."""
        self.call("Py_IncRef", self.known(place), returns=ir.VoidType())
        return self.known(place)

    def refuse_if(self, condition: Any) -> None:
        """Return NotImplemented under a condition."""
        with self.builder.if_then(condition, likely=False):
            self.builder.ret(self.shared(_NOT_IMPLEMENTED))

    def number(self, kind: str, value: Any) -> Any:
        """Return the number in a Python object; refuse what is none."""
        name, returns = _READERS[kind]
        found = self.call(name, value, returns=returns)
        wrong = self.builder.icmp_unsigned("!=", self.call("PyErr_Occurred"), _WORD(0))
        with self.builder.if_then(wrong, likely=False):
            self.call("PyErr_Clear", returns=ir.VoidType())
            self.builder.ret(self.shared(_NOT_IMPLEMENTED))
        return found

    def array(self, value: Any, ndim: int, element: int) -> tuple[Any, list[Any]]:
        """Return the address and shape of an array; refuse an object that is not as expected."""
        self._must_be(self.read(value, _CLASS), self.known(_ARRAY))
        indices, flags = self.read(value, _NDIM, 32), self.read(value, _FLAGS, 32)
        self._must_be(indices, indices.type(ndim))
        self._must_be(self.builder.and_(flags, flags.type(_IN_ONE_PIECE)), flags.type(_IN_ONE_PIECE))
        self._must_be(self.read(value, _ELEMENT), self.known(_ELEMENTS + element))
        shape = self.read(value, _SHAPE)
        return self.read(value, _DATA), [self.read(shape, 8 * k) for k in range(ndim)]

    def _must_be(self, found: Any, wanted: Any) -> None:
        self.refuse_if(self.builder.icmp_unsigned("!=", found, wanted))

    def result(self, numbers: list[Any]) -> Any:
        """Return None, a number or a tuple of numbers as an object."""
        if not numbers:
            return self.shared(_NONE)
        objects = [self.call(_MAKERS[n.type], n) for n in numbers]
        if len(objects) == 1:
            return objects[0]
        found = self.call("PyTuple_New", _WORD(len(objects)))
        for k, item in enumerate(objects):
            self.call("PyTuple_SetItem", found, _WORD(k), item, returns=ir.IntType(32))  # takes the item over
        return found
