"""What an import reads: folders, archives, tables and manifests."""
