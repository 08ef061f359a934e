"""From submitted annotations to validated records."""
