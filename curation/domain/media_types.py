"""The formats of stored files: media type → extension."""

EXTENSIONS = {
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/webp": ".webp",
    "image/gif": ".gif",
    "image/bmp": ".bmp",
    "image/tiff": ".tif",
}
MEDIA_TYPES = {extension: name for name, extension in EXTENSIONS.items()}
