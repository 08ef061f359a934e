"""What a stage declares, and the stages that measure each image by itself."""
