#!/usr/bin/env python3
"""Makes the faces of the page from Linux Libertine: small WOFF2 files, the style sheet that names them, and the
pieces that are written into maps.

    python3 -m venv venv && venv/bin/pip install fonttools brotli
    apt-get download fonts-linuxlibertine && dpkg -x fonts-linuxlibertine_*.deb libertine
    venv/bin/python crates/board/fonts/make.py libertine/usr/share/fonts/opentype/linux-libertine

The outlines are those of the .otf files beside this script, which draw the PNG pictures; the page also gets old-style
figures and small capitals, which those files do not have. Made with fonttools 4 and brotli 1; what it writes is kept
in the repository, so that nobody needs it to build the program.
"""

import base64
import hashlib
import io
import re
import sys
import textwrap
from pathlib import Path

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

HERE = Path(__file__).parent
WEB = HERE.parent.parent.parent / "web"
FAMILY = "Strategikon Serif"

# What the page says, the rules say and an English keyboard writes; then signs: house, forced stop, to move, difficulty,
# lights, bookmark, close.
CORE = "".join(map(chr, range(0x20, 0x7F)))
CORE += "\u00a0§°·×÷±¼½¾⅓⅔‘’“”–—…†′″←↑→↓↖↗↘↙−≠≤≥" + "Σ" + "éêÀ"
SIGNS = "⌂■▸◆◇●◐☀☾⚑✕"

# What names and talk may hold besides: the rest of Latin, and Greek.
MORE = "".join(map(chr, [*range(0xA1, 0x180), *range(0x391, 0x3CA)])) + "‚„‹›€•"

# Pieces of which a map takes what its names need.
PIECES = ["0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ ", "abcdefghijklmnopqrstuvwxyz ’'.,-–()", "".join(map(chr, range(0xC0, 0x100)))]

# Name, original, weight, style, features, letters at once.
FACES = [
    ("Regular", "R", 400, "normal", ["kern", "liga", "onum", "smcp"], CORE + SIGNS),
    ("Italic", "RI", 400, "italic", ["kern", "liga", "onum"], CORE),
    ("Bold", "RZ", 700, "normal", ["kern", "liga", "onum", "smcp"], CORE),
    ("BoldItalic", "RZI", 700, "italic", ["kern"], CORE),
]

# Outlines may stray by a thousandth of the type size, which nobody sees and saves a third.
STRAY = 1.0


def drawn(name, pen):
    """The signs Linux Libertine lacks."""
    def ring(*points):
        pen.moveTo(points[0])
        for point in points[1:]:
            pen.lineTo(point)
        pen.closePath()

    def disc(x, y, r):
        k = r * 0.5523
        pen.moveTo((x + r, y))
        pen.curveTo((x + r, y - k), (x + k, y - r), (x, y - r))
        pen.curveTo((x - k, y - r), (x - r, y - k), (x - r, y))
        pen.curveTo((x - r, y + k), (x - k, y + r), (x, y + r))
        pen.curveTo((x + k, y + r), (x + r, y + k), (x + r, y))
        pen.closePath()

    if name == "▸":
        ring((60, 90), (60, 530), (400, 310))
        return 440
    if name == "✕":
        for slant in (1, -1):
            x, y, long, wide = 300, 320, 225, 32
            ring(
                *[(x + a * long - b * wide * slant, y + (a * long * slant) + b * wide) for a, b in ((1, -1), (-1, -1), (-1, 1), (1, 1))]
            )
        return 600
    if name == "⚑":
        ring((90, -60), (90, 680), (140, 680), (140, -60))
        ring((140, 660), (520, 520), (140, 380))
        return 560
    if name == "☀":
        disc(340, 320, 150)
        from math import cos, pi, sin

        for ray in range(8):
            a, half = ray * pi / 4, 0.13
            ring(
                (340 + 190 * cos(a + half), 320 + 190 * sin(a + half)),
                (340 + 300 * cos(a), 320 + 300 * sin(a)),
                (340 + 190 * cos(a - half), 320 + 190 * sin(a - half)),
            )
        return 680
    return None


def only_f_ligatures(font):
    """Of the ligatures, those without which f runs into its neighbour."""
    wanted = {("f",), ("f", "f"), ("i",), ("l",), ("f", "i"), ("f", "l")}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType != 4:
                continue
            kept = [l for l in table.ligatures.get("f", []) if tuple(l.Component) in wanted]
            table.ligatures = {"f": kept} if kept else {}


def cut(original, letters, features):
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    options.name_IDs = []
    options.glyph_names = False
    options.drop_tables += ["MATH", "FFTM"]
    font = subset.load_font(original, options)
    only_f_ligatures(font)
    scissors = subset.Subsetter(options)
    scissors.populate(text=letters)
    scissors.subset(font)
    loose = io.BytesIO()
    font.save(loose)
    return TTFont(loose, recalcTimestamp=False)


def quadratic(font, letters):
    """Outlines as TrueType has them, which WOFF2 packs better; the signs are added."""
    glyphs, order, metrics = font.getGlyphSet(), font.getGlyphOrder(), font["hmtx"]
    outlines = {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, STRAY, reverse_direction=True))
        outlines[name] = pen.glyph()
    for sign in letters:
        pen = TTGlyphPen(None)
        width = drawn(sign, Cu2QuPen(pen, STRAY, reverse_direction=False))
        if width is None or ord(sign) in font.getBestCmap():
            continue
        name = f"uni{ord(sign):04X}"
        order.append(name)
        outlines[name] = pen.glyph()
        metrics[name] = (width, 0)
        for table in font["cmap"].tables:
            table.cmap[ord(sign)] = name
    font.setGlyphOrder(order)
    font["loca"] = newTable("loca")
    font["glyf"] = newTable("glyf")
    font["glyf"].glyphOrder = order
    font["glyf"].glyphs = outlines
    font["glyf"].compile(font)
    for name in order:
        metrics[name] = (metrics[name][0], getattr(outlines[name], "xMin", 0))
    most = font["maxp"]
    most.tableVersion = 0x00010000
    for field in "Zones TwilightPoints Storage FunctionDefs InstructionDefs StackElements SizeOfInstructions".split():
        setattr(most, f"max{field}", int(field == "Zones"))
    for field in "ComponentElements Points Contours CompositePoints CompositeContours ComponentDepth".split():
        setattr(most, f"max{field}", 0)
    del font["CFF "]
    font["post"].formatType = 3.0
    font.sfntVersion = "\x00\x01\x00\x00"


def same_face(font, board, letters):
    """Every letter is as wide as in the face that draws the pictures."""
    theirs, ours = board.getBestCmap(), font.getBestCmap()
    for letter in map(ord, letters):
        if letter in theirs and letter in ours:
            assert board["hmtx"][theirs[letter]][0] == font["hmtx"][ours[letter]][0], chr(letter)


def face(originals, name, source, weight, features, letters):
    board = TTFont(HERE / f"StrategikonSerif-{name}.otf")
    font = cut(originals / f"LinLibertine_{source}.otf", letters, features)
    quadratic(font, letters)
    same_face(font, board, letters)
    for field in ("ascent", "descent", "lineGap"):
        setattr(font["hhea"], field, getattr(board["hhea"], field))
    for field in ("sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent"):
        setattr(font["OS/2"], field, getattr(board["OS/2"], field))
    font["OS/2"].usWeightClass = weight
    font["name"].names = []
    for number, words in {1: FAMILY, 2: name, 13: "SIL Open Font License 1.1: see OFL.txt", 14: "https://openfontlicense.org"}.items():
        font["name"].setName(words, number, 3, 1, 0x409)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return file.getvalue(), set(font.getBestCmap())


def ranges(letters):
    """The letters as CSS writes them."""
    runs = []
    for letter in sorted(letters):
        if runs and letter == runs[-1][1] + 1:
            runs[-1][1] = letter
        else:
            runs.append([letter, letter])
    return ",".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in runs)


def rule(family, weight, style, title, letters):
    """The rule that names a face in the style sheet, laid out as prettier would."""
    span = ranges(letters).replace(",", ", ") + ";"
    if len(span) > 100:
        span = "\n" + textwrap.fill(span, 120, initial_indent="    ", subsequent_indent="    ")
    else:
        span = f" {span}"
    return f"""@font-face {{
  font-family: "{family}";
  font-weight: {weight};
  font-style: {style};
  font-display: swap;
  src: url(/fonts/{title}) format("woff2");
  unicode-range:{span}
}}
"""


def main(originals):
    sheet = ["/* Made by crates/board/fonts/make.py. Strategikon Serif is Linux Libertine under another name; its licence is\n   /fonts/OFL.txt. */\n"]
    pieces = []
    page = (WEB / "index.html").read_text()
    for old in WEB.glob("fonts/*.woff2"):
        old.unlink()
    for name, source, weight, style, features, core in FACES:
        had = set()
        for part, letters, feats in (("", core, features), ("-more", MORE, ["kern"])):
            file, has = face(originals, name, source, weight, feats, letters)
            has -= had
            had |= has
            title = f"{name}{part}.{hashlib.sha256(file).hexdigest()[:8]}.woff2"
            (WEB / "fonts" / title).write_bytes(file)
            print(f"{len(file):7} web/fonts/{title}")
            page = re.sub(rf"/fonts/{name}{part}\.\w+\.woff2", f"/fonts/{title}", page)
            sheet.append(rule(FAMILY, "400" if weight == 400 else "600 700", style, title, has))
            if name == "Regular" and not part:
                # A face that lacks a sign does not borrow it from its regular sister; a second family lends it.
                sheet.append(rule("Strategikon Signs", "400 700", style, title, set(map(ord, SIGNS))))
        for letters in PIECES:
            file, has = face(originals, name, source, weight, [], letters)
            pieces.append(f"{weight} {style} {ranges(has)} {base64.b64encode(file).decode()}\n")
    (WEB / "index.html").write_text(page)
    (WEB / "css" / "face.css").write_text("".join(sheet))
    (HERE / "pieces.txt").write_text("".join(pieces))
    (WEB / "fonts" / "OFL.txt").write_bytes((HERE / "OFL.txt").read_bytes())
    print(f"{sum(map(len, pieces)):7} crates/board/fonts/pieces.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
