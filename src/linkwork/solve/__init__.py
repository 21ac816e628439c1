"""Analyses: assembly, mobility and kinematics. Thin Python around compiled kernels."""
