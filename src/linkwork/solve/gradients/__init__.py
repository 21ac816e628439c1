"""Sensitivities: how results change with the numbers of a design."""
