"""What became of the images: history, reasons of exclusions, report, export."""
