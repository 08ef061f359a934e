"""What every release holds, without files and without a database."""
