"""What people judge: errors of models, captions, generated images."""
