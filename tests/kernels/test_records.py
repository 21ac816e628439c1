"""The records of the tables read the same with and without the compiler."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.kernels.tables import control, records

RECORDS = {
    name: kind
    for module in (records, control)
    for name, kind in vars(module).items()
    if isinstance(kind, np.dtype) and kind.names
}


@pytest.mark.parametrize("name", RECORDS)
def test_no_field_is_hidden_by_what_numpy_calls_its_own(name):
    """Without the compiler ``row.size`` would be NumPy's number of entries, not the field of that name."""
    names = RECORDS[name].names
    assert [field for field in names if hasattr(np.record, field) or hasattr(np.recarray, field)] == []
