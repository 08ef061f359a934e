"""Agreement, reliability, intervals, correlation and significance."""
