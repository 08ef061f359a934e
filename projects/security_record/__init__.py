"""Who logged in, got a right, exported or published."""
