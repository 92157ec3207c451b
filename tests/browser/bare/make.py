#!/usr/bin/env python3
"""Makes Fallback.ttf, the only face Chromium finds in the browser tests: every letter a box as wide as it is high, so
that whatever the page does not set in its own face is seen at once and takes far too much room.

    venv/bin/pip install fonttools && venv/bin/python tests/browser/bare/make.py
"""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

pen = TTGlyphPen(None)
for left, low, right, high in ((60, 0, 940, 700), (120, 60, 880, 640)):
    ring = [(left, low), (left, high), (right, high), (right, low)]
    pen.moveTo(ring[0])
    for point in ring[1:] if left == 60 else reversed(ring[1:]):
        pen.lineTo(point)
    pen.closePath()
box = pen.glyph()

font = FontBuilder(1000, isTTF=True)
font.setupGlyphOrder([".notdef", "box"])
font.setupCharacterMap({letter: "box" for letter in range(0x20, 0x7F)})
font.setupGlyf({".notdef": box, "box": box})
font.setupHorizontalMetrics({".notdef": (1000, 60), "box": (1000, 60)})
font.setupHorizontalHeader(ascent=800, descent=-200)
font.setupNameTable({"familyName": "Bare Fallback", "styleName": "Regular"})
font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
font.setupPost()
font.font.recalcTimestamp = False
font.font["head"].created = font.font["head"].modified = 0
font.save(Path(__file__).parent / "Fallback.ttf")
