"""Choices of coordinates: each turns a checked model into tables for the kernels."""
