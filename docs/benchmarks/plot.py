#!/usr/bin/env python3
"""Draws the plots of a machine's folder from the scaling.csv in it, as SVG, with the standard library alone.

usage: plot.py MACHINE_FOLDER
"""
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "reproduction"))
from plot import draw  # noqa: E402

SERIES = {
    "triangles": ("Time of a detection by triangles", "triangles"),
    "resolution": ("Time of a detection by resolution, the bunny", "pixels across the region"),
    "bodies": ("Time of a detection by bodies of 1,000 triangles", "bodies"),
    "threads": ("Time of a detection by threads", "threads"),
}


def rows_of(path):
    """The rows of a CSV file of `lamina bench`, without the lines on the machine."""
    with open(path, newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def points(rows, series, curve, phase):
    return [(float(row[series]), float(row["median_ms"])) for row in rows
            if row["series"] == series and row["curve"] == curve and row["phase"] == phase and row["median_ms"]]


def curves_of(rows, series):
    names = list(dict.fromkeys(row["curve"] for row in rows if row["series"] == series))
    if len(names) == 1:
        return [(phase, points(rows, series, names[0], phase)) for phase in ("total", "broad", "upload", "ldi", "volume")]
    return [(name, points(rows, series, name, "total")) for name in names]


def main():
    folder = pathlib.Path(sys.argv[1])
    rows = rows_of(folder / "scaling.csv")
    for series, (title, label) in SERIES.items():
        curves = [(name, found) for name, found in curves_of(rows, series) if found]
        if curves:
            draw(folder / f"{series}.svg", title, label, "ms", curves, x_log=True, y_log=True)


if __name__ == "__main__":
    main()
