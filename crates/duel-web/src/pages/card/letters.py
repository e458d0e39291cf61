#!/usr/bin/env python3
"""Writes letters.txt: outlines of the letters that pictures of positions need, from a TrueType font.

    python3 letters.py FONT.ttf > letters.txt

The first line is the size of the em square; each other line is a letter, how far the next one is from
it, and its outline as a path of SVG with y downwards, in units of the font.
"""
import struct
import sys

LETTERS = [chr(c) for c in range(0x21, 0x7F) if chr(c) not in '"$@\\^_`|~{}[]<>*'] + list("÷−·×’–…")
NOTICE = """# Outlines of some letters of DejaVu Serif Bold, which is based on Bitstream Vera.
# Copyright (c) 2003 by Bitstream, Inc. All Rights Reserved. Bitstream Vera is a trademark of Bitstream, Inc.
# DejaVu changes are in public domain. Permission is granted, free of charge, to any person obtaining a copy
# of the fonts accompanying this license ("Fonts") and associated documentation files (the "Font Software"),
# to reproduce and distribute the Font Software, including without limitation the rights to use, copy, merge,
# publish, distribute, and/or sell copies of the Font Software, and to permit persons to whom the Font Software
# is furnished to do so, provided that the above copyright and trademark notices and this permission notice
# are included in all copies, and that fonts that were modified are not named Bitstream or Vera. The Font
# Software may be sold as part of a larger software package but no copy of one or more of the Font Software
# typefaces may be sold by itself. THE FONT SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND.
# Made by letters.py."""

font = open(sys.argv[1], "rb").read()
tables = {}
for i in range(struct.unpack(">H", font[4:6])[0]):
    tag, _, offset, length = struct.unpack(">4sIII", font[12 + 16 * i : 28 + 16 * i])
    tables[tag.decode()] = font[offset : offset + length]


def read(table, form, at):
    return struct.unpack_from(">" + form, tables[table], at)


em = read("head", "H", 18)[0]
long_offsets = read("head", "h", 50)[0]
wide = read("hhea", "H", 34)[0]


def glyph_of(char):
    for i in range(read("cmap", "H", 2)[0]):
        platform, encoding, offset = read("cmap", "HHI", 4 + 8 * i)
        if read("cmap", "H", offset)[0] != 4:
            continue
        count = read("cmap", "H", offset + 6)[0] // 2
        for s in range(count):
            end = read("cmap", "H", offset + 14 + 2 * s)[0]
            if ord(char) > end:
                continue
            start = read("cmap", "H", offset + 16 + 2 * (count + s))[0]
            if ord(char) < start:
                break
            delta = read("cmap", "h", offset + 16 + 2 * (2 * count + s))[0]
            place = offset + 16 + 2 * (3 * count + s)
            distance = read("cmap", "H", place)[0]
            if distance == 0:
                return (ord(char) + delta) & 0xFFFF
            glyph = read("cmap", "H", place + distance + 2 * (ord(char) - start))[0]
            return (glyph + delta) & 0xFFFF if glyph else 0
    sys.exit(f"the font has no {char}")


def contours(glyph):
    begin, end = read("loca", "II", 4 * glyph) if long_offsets else [2 * x for x in read("loca", "HH", 2 * glyph)]
    if begin == end:
        return []
    parts = read("glyf", "h", begin)[0]
    at = begin + 10
    if parts < 0:
        found, flags = [], 0x20
        while flags & 0x20:
            flags, part = read("glyf", "HH", at)
            at += 4
            dx, dy = read("glyf", "hh" if flags & 1 else "bb", at)
            at += 4 if flags & 1 else 2
            assert flags & 2 and not flags & 0xC8, "only moved parts are known"
            found += [[(x + dx, y + dy, on) for x, y, on in each] for each in contours(part)]
        return found
    ends = read("glyf", f"{parts}H", at)
    at += 2 * parts
    at += 2 + read("glyf", "H", at)[0]
    flags = []
    while len(flags) <= ends[-1]:
        flag = read("glyf", "B", at)[0]
        at += 1
        times = 1
        if flag & 8:
            times += read("glyf", "B", at)[0]
            at += 1
        flags += [flag] * times
    axes = []
    for short, same in [(2, 16), (4, 32)]:
        value, values = 0, []
        for flag in flags:
            if flag & short:
                step = read("glyf", "B", at)[0]
                at += 1
                value += step if flag & same else -step
            elif not flag & same:
                value += read("glyf", "h", at)[0]
                at += 2
            values.append(value)
        axes.append(values)
    points = [(x, y, flag & 1) for x, y, flag in zip(*axes, flags)]
    return [points[a:b] for a, b in zip([0, *[e + 1 for e in ends]], [e + 1 for e in ends])]


def outline(points):
    """The points with those on the curve that are not written, beginning with one of them."""
    whole = []
    for (x, y, on), (x2, y2, on2) in zip(points, points[1:] + points[:1]):
        whole.append((x, y, on))
        if not on and not on2:
            whole.append(((x + x2) / 2, (y + y2) / 2, 1))
    first = next(i for i, point in enumerate(whole) if point[2])
    whole = whole[first:] + whole[: first + 1]
    at = lambda p: f"{round(p[0])} {round(-p[1])}"
    text, i = "M" + at(whole[0]), 1
    while i < len(whole):
        if whole[i][2]:
            text += "L" + at(whole[i])
            i += 1
        else:
            text += "Q" + at(whole[i]) + " " + at(whole[i + 1])
            i += 2
    return text + "z"


print(NOTICE)
print(em)
for char in LETTERS:
    glyph = glyph_of(char)
    advance = read("hmtx", "H", 4 * min(glyph, wide - 1))[0]
    print(char, advance, "".join(outline(each) for each in contours(glyph)))
