"""Pictures of mechanics: free bodies, instant centres, centrodes, polygons of velocity and acceleration, curvature."""
