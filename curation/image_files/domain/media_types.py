"""Media types of stored files and their extensions."""

EXTENSIONS = {
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/webp": ".webp",
    "image/gif": ".gif",
    "image/bmp": ".bmp",
    "image/tiff": ".tif",
}
MEDIA_TYPES = {extension: name for name, extension in EXTENSIONS.items()}
