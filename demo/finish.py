"""Finishes laid over a rendered picture: paint, paper grain, halftone."""

import math
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter


def painted(image: Image.Image, *, seed: int, boldness: float = 1.0) -> Image.Image:
    """`image` again in brush strokes that follow its edges, on a canvas weave.

    Strokes go from coarse to fine and take their colour from the picture under them
    (after Hertzmann 1998, simplified: one pass a brush, fine brushes at edges only).
    """
    flat = flatten(image)
    dice = random.Random(seed)  # noqa: S311 (a drawing, not a secret)
    grey = np.asarray(flat.convert("L").filter(ImageFilter.GaussianBlur(5)), np.float32)
    down, across = (np.asarray(slope) for slope in np.gradient(grey))
    strength = np.sqrt(down**2 + across**2)
    busy = np.pad(strength, ((0, 4), (0, 4))) > 1.1
    result = flat.filter(ImageFilter.GaussianBlur(8 * boldness))
    pen = ImageDraw.Draw(result)
    width, height = flat.size
    for brush, edges_only in ((26, False), (14, False), (7, True), (4, True)):
        radius = brush * boldness / 2
        source = flat.filter(ImageFilter.GaussianBlur(radius / 3)).load()
        if source is None:
            raise RuntimeError("The picture has no pixels.")
        step = max(radius * 0.9, 2.6)
        cells = [
            (x * step + dice.uniform(-step, step), y * step + dice.uniform(-step, step))
            for x in range(int(width / step) + 1)
            for y in range(int(height / step) + 1)
            if not edges_only or busy[int(y * step), int(x * step)]
        ]
        dice.shuffle(cells)
        for x, y in cells:
            column = min(max(int(x), 0), width - 1)
            row = min(max(int(y), 0), height - 1)
            if strength[row, column] > 0.25:
                angle = math.atan2(down[row, column], across[row, column]) + math.pi / 2
            else:
                angle = 0.5 * math.sin(x / 90) + 0.4 * math.cos(y / 70)
            angle += dice.uniform(-0.2, 0.2)
            reach = radius * dice.uniform(1.4, 2.8)
            dx, dy = math.cos(angle) * reach, math.sin(angle) * reach
            shade = dice.randint(-9, 9)
            pixel = source[column, row]
            if not isinstance(pixel, tuple):
                raise TypeError("A painted picture needs three channels.")
            colour = tuple(min(max(int(value) + shade, 0), 255) for value in pixel)
            pen.line((x - dx, y - dy, x + dx, y + dy), colour, max(round(radius), 2))
    return grained(result, seed=seed, amount=7)


def grained(image: Image.Image, *, seed: int, amount: float = 6) -> Image.Image:
    """`image` with a fine paper grain of `amount` grey levels; alpha stays."""
    alpha = image.getchannel("A") if image.mode == "RGBA" else None
    pixels = np.asarray(image.convert("RGB"), np.int16)
    noise = np.random.default_rng(seed).normal(0, amount, pixels.shape[:2])
    pixels = np.clip(pixels + noise.astype(np.int16)[..., None], 0, 255)
    result = Image.fromarray(pixels.astype(np.uint8))
    if alpha is not None:
        result.putalpha(alpha)
    return result


def halftoned(
    image: Image.Image, *, pitch: int = 9, strength: float = 0.2
) -> Image.Image:
    """`image` with the dots of cheap print: larger where it is darker."""
    flat = flatten(image)
    pixels = np.asarray(flat, np.float32)
    grey = np.asarray(flat.convert("L"), np.float32) / 255
    rows, columns = np.mgrid[0 : flat.height, 0 : flat.width].astype(np.float32)
    turned = (columns + rows) / math.sqrt(2), (columns - rows) / math.sqrt(2)
    wave = (
        np.cos(turned[0] * 2 * np.pi / pitch) + np.cos(turned[1] * 2 * np.pi / pitch)
    ) / 4
    dots = np.clip((wave + 0.5 - grey) * 6, 0, 1)
    return Image.fromarray((pixels * (1 - strength * dots[..., None])).astype(np.uint8))


def flatten(image: Image.Image, ground: str = "#ffffff") -> Image.Image:
    """`image` as RGB on a plain ground."""
    if image.mode != "RGBA":
        return image.convert("RGB")
    result = Image.new("RGB", image.size, ground)
    result.paste(image, mask=image.getchannel("A"))
    return result
