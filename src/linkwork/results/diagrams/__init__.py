"""What pictures of mechanics show, in numbers: free bodies, instant centres, centrodes, polygons, coupler curves."""
