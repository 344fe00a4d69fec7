#!/usr/bin/env python3
"""Draws the plots of docs/reproduction from the CSV files of lamina_papers, as SVG, with the standard library alone.

usage: plot.py DATA_FOLDER IMAGE_FOLDER     (a plot whose CSV is missing is left as it is)
"""
import csv
import math
import pathlib
import sys
from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 660, 360, 72, 170, 34, 48
COLOURS = ["#d1495b", "#00798c", "#edae49", "#5b5f97", "#3d7d4b", "#8c5e3c", "#222222", "#8d99ae"]


def read(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return [{key: number(value) for key, value in row.items()} for row in rows]


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


def ticks(low, high, logarithmic):
    if logarithmic:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        for factors in ((1,), (1, 2, 5)):
            found = [m * 10.0**k for k in powers for m in factors if low * 0.999 <= m * 10.0**k <= high * 1.001]
            if len(found) > 2:
                break
        return found
    step = 10 ** math.floor(math.log10((high - low) / 4))
    step *= next(m for m in (1, 2, 5, 10) if (high - low) / (m * step) <= 6)
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


class Axis:
    def __init__(self, values, logarithmic, start, end):
        low, high = min(values), max(values)
        if high == low:
            low, high = low - 1, high + 1
        if not logarithmic:
            pad = 0.04 * (high - low)
            low, high = low - pad, high + pad
        self.low, self.high, self.logarithmic, self.start, self.end = low, high, logarithmic, start, end

    def __call__(self, value):
        place = math.log if self.logarithmic else float
        share = (place(value) - place(self.low)) / (place(self.high) - place(self.low))
        return self.start + share * (self.end - self.start)


def draw(path, title, x_label, y_label, curves, x_log=False, y_log=False, marks=()):
    """curves: (name, [(x, y), ...]); marks: (x, letter) for vertical lines."""
    curves = [(name, [(x, y) for x, y in points if not (x_log and x <= 0) and not (y_log and y <= 0)])
              for name, points in curves]
    x = Axis([p[0] for _, points in curves for p in points], x_log, LEFT, WIDTH - RIGHT)
    y = Axis([p[1] for _, points in curves for p in points], y_log, HEIGHT - BOTTOM, TOP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
           f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold" fill="#222">{escape(title)}</text>']
    for value in ticks(x.low, x.high, x_log):
        out.append(f'<path d="M{x(value):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e3e3e3"/>')
        out.append(f'<text x="{x(value):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle" fill="#333">{value:g}</text>')
    for value in ticks(y.low, y.high, y_log):
        out.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="#e3e3e3"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end" fill="#333">{value:g}</text>')
    for value, letter in marks:
        out.append(f'<path d="M{x(value):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#888" stroke-dasharray="3 3"/>')
        out.append(f'<text x="{x(value) + 4:.1f}" y="{TOP + 12}" fill="#555">{letter}</text>')
    out.append(f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}" '
               'fill="none" stroke="#888"/>')
    for i, (name, points) in enumerate(curves):
        colour = COLOURS[i % len(COLOURS)]
        line = "L".join(f"{x(a):.1f} {y(b):.1f}" for a, b in points)
        dash = ' stroke-dasharray="5 4"' if "exact" in name else ""
        out.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="1.8"{dash}/>')
        height = TOP + 16 + 18 * i
        out.append(f'<path d="M{WIDTH - RIGHT + 12} {height - 4}h20" stroke="{colour}" stroke-width="2.5"{dash}/>')
        out.append(f'<text x="{WIDTH - RIGHT + 38}" y="{height}" fill="#333">{escape(name)}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle" fill="#333">{escape(x_label)}</text>')
    out.append(f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle" '
               f'fill="#333">{escape(y_label)}</text></svg>')
    path.write_text("\n".join(out) + "\n")


def curve(rows, x, y, factor=1):
    return [(row[x], factor * row[y]) for row in rows]


def traverse(title, far):
    def plot(rows, path):
        cells = max(abs(row["force_cells_N"]) for row in rows) or 1
        f08 = max(abs(row["force_f08_N"]) for row in rows)
        marks = [(-0.5, "O"), (0.5, "A"), (far - 0.5, "B"), (far + 0.5, "C")] if far > 1 else \
                [(-0.5, "O"), (far + 0.5, "C")]
        draw(path, title, "abscissa of the centre, m", "force along the way, over its peak",
             [("F08's law", curve(rows, "abscissa_m", "force_f08_N", 1 / f08)),
              ("F08, exact", curve(rows, "abscissa_m", "force_f08_exact_N", 1 / f08)),
              ("default law", curve(rows, "abscissa_m", "force_cells_N", 1 / cells))], marks=marks)
    return plot


def tilt(data, path):
    curves = []
    for contact in ("edge-on-face", "corner-on-face", "edge-across-edge"):
        rows = read(data / f"F08-fig8a-{contact}.csv")
        curves.append((contact.replace("-", " "), [(r["time_s"], max(r["tilt_degrees"], 1e-6)) for r in rows]))
    draw(path, "Tilt of a cube in unstable balance (Fig. 8, left)", "time, s", "tilt, degrees", curves, y_log=True)


def energy(data, path):
    rows = read(data / "F08-energy-curves.csv")
    curves = [(f"{int(r)}×{int(r)}", curve([row for row in rows if row["resolution"] == r], "time_s", "kinetic_J"))
              for r in sorted({row["resolution"] for row in rows})]
    draw(path, "A ring swings from another: kinetic energy", "time, s", "kinetic energy, J", curves)


def pixels(data, path):
    """Ends of contact pixels seen from ahead (x to the right, y up), coloured by direction as in the paper."""
    rows = read(data / "F08-fig10-pixels-16.csv")
    colour = {"x": "#d1352b", "y": "#2b9348", "z": "#2364aa"}
    ends = [(r[f"{end}_x"], r[f"{end}_y"], r["direction"]) for r in rows for end in ("lower", "upper")]
    size = 420
    low_x, low_y = min(e[0] for e in ends), min(e[1] for e in ends)
    span = 1.1 * max(max(e[0] for e in ends) - low_x, max(e[1] for e in ends) - low_y)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" font-family="sans-serif" '
           'font-size="12"><rect width="100%" height="100%" fill="#ffffff"/>']
    for x, y, direction in ends:
        out.append(f'<circle cx="{20 + (x - low_x) / span * (size - 20):.1f}" '
                   f'cy="{size - 20 - (y - low_y) / span * (size - 20):.1f}" r="2.6" fill="{colour[direction]}" '
                   'fill-opacity="0.7"/>')
    out.append('<text x="12" y="18" fill="#333">contact pixels at 16×16: x red, y green, z blue</text></svg>')
    path.write_text("\n".join(out) + "\n")


def phases(data, path):
    rows = read(data / "F08-tab1.csv")
    curves = []
    for phase in ("ldi", "volume"):
        for when in ("_ms", "_ms_2007"):
            for resolution in (16, 128):
                points = sorted((r["triangles"], r[phase + when]) for r in rows
                                if r["resolution"] == resolution and r["mesh"] == "stand-in")
                if when == "_ms_2007":
                    points = list(zip((21553, 69674), (p[1] for p in points)))
                curves.append((f"{phase} {resolution}², {'2007' if when != '_ms' else 'here'}", points))
    draw(path, "Time of the phases (Table 1)", "triangles", "ms", curves, x_log=False, y_log=True)


def by(rows, key, x, y, factor=1):
    """One curve for each value of a column, in the order of the file."""
    found = {}
    for row in rows:
        found.setdefault(row[key], []).append((row[x], factor * row[y]))
    return list(found.items())


def tangle(data, path):
    rows = read(data / "H08-fig10-curves.csv")
    beside = [row for row in rows if row["start"] == "beside"]
    draw(path, "Two tori tangled at the start (Fig. 10)", "time, s", "overlap volume, litres",
         by(beside, "method", "time_s", "overlap_m3", 1000))


def landings(data, path):
    counts = {}
    for row in read(data / "H08-dt-landings.csv"):
        if row["substeps"] == 1:
            key = (row["method"], row["time_step_s"])
            counts[key] = counts.get(key, 0) + row["serves"]
    rows = [{"method": m, "step": step, "served": served} for (m, step), served in counts.items()]
    draw(path, "Landings of four that end well, by time step", "time step, s", "landings",
         by(rows, "method", "step", "served"), x_log=True)


def chain(data, path):
    rows = [row for row in read(data / "H08-fig12-curves.csv") if row["time_step_s"] == 0.04]
    draw(path, "Rings of a chain in each other, steps of 0.04 s (Fig. 12)", "time, s", "overlap volume, cm³",
         by(rows, "method", "time_s", "overlap_cm3"))


def cylinder(data, path):
    curves = []
    for depth in (0.1, 0.3, 0.6):
        rows = [row for row in read(data / "H08-fig8.csv") if row["depth_over_radius"] == depth]
        curves.append((f"mean, depth {depth:g} r", curve(rows, "sides", "mean_with_cosine", 100)))
        curves.append((f"worst, depth {depth:g} r", curve(rows, "sides", "worst_with_cosine", 100)))
    draw(path, "Tangential over normal force (Fig. 8)", "sides", "%", curves, y_log=True)


def many(data, path):
    rows = read(data / "H08-fig13.csv")
    curves = [(f"{what}, {name}", points) for what in ("step", "search")
              for name, points in by(rows, "method", "tori", f"{what}_ms")]
    draw(path, "Time of a step by the number of tori (Fig. 13)", "tori", "ms", curves, x_log=True, y_log=True)


def rays(data, path):
    """Rays of a diamond in a cube, seen along them: without and with transient edges; filled where both bodies are."""
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="760" height="400" font-family="sans-serif" font-size="12">'
           '<rect width="100%" height="100%" fill="#ffffff"/>']
    for left, transient in ((20, "off"), (400, "on")):
        rows = read(data / f"W12-fig8-rays-{transient}.csv")
        span = max(max(r["u_m"], r["v_m"]) for r in rows)
        for r in rows:
            fill = "#d1352b" if r["length_m"] > 0 else "none"
            out.append(f'<circle cx="{left + 330 * r["u_m"] / span:.1f}" cy="{380 - 330 * r["v_m"] / span:.1f}" r="1.6" '
                       f'fill="{fill}" stroke="#2364aa" stroke-width="0.5"/>')
        out.append(f'<text x="{left}" y="24" fill="#333">transient edges {transient}: {len(rows)} rays</text>')
    out.append("</svg>")
    path.write_text("\n".join(out) + "\n")


def precision(data, path):
    rows = read(data / "W12-fig9a.csv")
    curves = []
    for body in ("cube", "cone", "blob"):
        own = [r for r in rows if r["body"] == body]
        curves.append((f"{body}, error", curve(own, "desired", "achieved")))
    for body in ("cube", "cone", "blob"):
        own = [r for r in rows if r["body"] == body]
        curves.append((f"{body}, printed", curve(own, "desired", "printed")))
    curves.append(("desired, exact", [(r["desired"], r["desired"]) for r in rows if r["body"] == rows[0]["body"]]))
    draw(path, "Achieved against desired precision (Fig. 9, left)", "desired, of the volume", "achieved", curves,
         x_log=True, y_log=True)


def resolutions(data, path):
    rows = read(data / "W12-fig9b.csv")
    draw(path, "Rays by the resolution of the error image (Fig. 9, right)", "pixels across", "rays",
         [(f"coarsening {name}", points) for name, points in by(rows, "coarsening", "resolution", "rays")],
         x_log=True, y_log=True)


def turned(data, path):
    rows = read(data / "W12-fig10.csv")
    curves = []
    for body in ("block", "cross"):
        for transient in ("off", "on"):
            own = [r for r in rows if r["body"] == body and r["transient_edges"] == transient]
            curves.append((f"{body}, transient {transient}", curve(own, "angle_degrees", "error_over_block", 100)))
    draw(path, "Error of a volume by angle (Fig. 10)", "angle, degrees", "% of the block", curves)


def tessellations(data, path):
    rows = read(data / "W12-tess.csv")
    draw(path, "Rays by tessellation", "triangles", "rays", by(rows, "shape", "triangles", "rays"), x_log=True, y_log=True)


def shade(share):
    """From dark blue over red to light yellow, in sixteen steps."""
    stops = [(13, 27, 64), (120, 28, 109), (221, 81, 58), (252, 165, 10), (252, 255, 164)]
    place = round(15 * min(max(share, 0), 1)) / 15 * (len(stops) - 1)
    k = min(int(place), len(stops) - 2)
    return "#" + "".join(f"{round(a + (place - k) * (b - a)):02x}" for a, b in zip(stops[k], stops[k + 1]))


def fields(data, path):
    """Distances and errors on triangles of the disc, CPFM and grid beside each other; lighter is more."""
    nodes, triangles = read(data / "M04-fig8-nodes.csv"), read(data / "M04-fig8-triangles.csv")
    for node in nodes:
        node["cpfm_error"], node["grid_error"] = (abs(node[k] - node["exact_m"]) for k in ("cpfm_m", "grid_m"))
    deepest = max(node["exact_m"] for node in nodes)
    worst = max(node["cpfm_error"] for node in nodes)
    panels = [("cpfm_m", "CPFM", deepest), ("grid_m", "fast marching on 100×100", deepest),
              ("cpfm_error", "CPFM, error", worst), ("grid_error", "fast marching, error", worst)]
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="620" height="620" font-family="sans-serif" font-size="12">'
           '<rect width="100%" height="100%" fill="#ffffff"/>']
    for i, (key, name, most) in enumerate(panels):
        left, top = 155 + 310 * (i % 2), 165 + 305 * (i // 2)
        place = [(round(1350 * n["x_m"]), round(-1350 * n["y_m"])) for n in nodes]
        of_colour = {}
        for t in triangles:
            a, b, c = (int(t[k]) for k in "abc")
            ways = [f"{p[0] - q[0]} {p[1] - q[1]}" for p, q in ((place[b], place[a]), (place[c], place[b]))]
            colour = shade(sum(nodes[k][key] for k in (a, b, c)) / 3 / most)
            of_colour.setdefault(colour, []).append(f"M{place[a][0]} {place[a][1]}l{ways[0]} {ways[1]}z")
        out.append(f'<text x="{left - 140}" y="{top - 145}" fill="#333">{name}: up to {most:.2g} m</text>')
        out.append(f'<g transform="translate({left} {top}) scale(0.1)" stroke-width="4">')
        out += [f'<path d="{"".join(shapes)}" fill="{c}" stroke="{c}"/>' for c, shapes in sorted(of_colour.items())]
        out.append("</g>")
    out.append("</svg>")
    path.write_text("\n".join(out) + "\n")


def marches(data, path):
    rows = read(data / "M04-fig6.csv")
    draw(path, "Time of a march over a whole ball (Fig. 6)", "nodes inside", "ms",
         [(name.upper() if name != "rings" else name, curve(rows, "inner_nodes", f"{name}_ms"))
          for name in ("cffm", "cpfm", "rings")], x_log=True, y_log=True)


def colliding(data, path):
    rows = read(data / "M04-fig16.csv")
    draw(path, "Time by points and by segments (Fig. 16)", "nodes of colliding tetrahedra", "ms",
         [(name, curve(rows, "colliding_nodes", f"{name}_ms")) for name in ("segments", "points")])


def main():
    data, images = map(pathlib.Path, sys.argv[1:3])
    images.mkdir(parents=True, exist_ok=True)
    simple = {
        "F08-fig6a": traverse("Sphere through a thick box (Fig. 6, left)", 2),
        "F08-fig6b": traverse("Cube through a thick box (Fig. 6, middle)", 2),
        "F08-fig6c": traverse("Sphere through a thin box (Fig. 6, right)", 0.3),
        "F08-fig6c-cube": traverse("Cube through a thin box", 0.3),
        "F08-fig8b": lambda rows, path: draw(path, "Heap of unit bodies (Fig. 8, right)", "time, s", "overlap volume, m³",
                                             [("all pairs", curve(rows, "time_s", "overlap_m3"))]),
        "F08-fig9": lambda rows, path: draw(path, "Soft organs tangled at the start (Fig. 9)", "time, s",
                                            "overlap volume, litres",
                                            [("all pairs", curve(rows, "time_s", "overlap_m3", 1000))]),
        "F08-lod": lambda rows, path: draw(path, "Resolution follows the camera", "distance of the camera, m",
                                           "sampled columns", [("columns", curve(rows, "distance_m", "columns")),
                                                               ("contact pixels", curve(rows, "distance_m", "pixel_pairs", 2))],
                                           x_log=True, y_log=True),
        "H08-fig1-depth": lambda rows, path: draw(path, "Force on a ball in a slab (Fig. 1)", "depth, m", "force, kN",
                                                  by(rows, "method", "depth_m", "force_N", 1e-3)),
    }
    for name, plot in simple.items():
        if (data / f"{name}.csv").exists():
            plot(read(data / f"{name}.csv"), images / f"{name}.svg")
    for name, needed, plot in (("F08-fig8a", "F08-fig8a-edge-across-edge", tilt), ("F08-energy", "F08-energy-curves", energy),
                               ("F08-fig10", "F08-fig10-pixels-16", pixels), ("F08-tab1", "F08-tab1", phases),
                               ("H08-fig8", "H08-fig8", cylinder), ("H08-fig10", "H08-fig10-curves", tangle),
                               ("H08-dt", "H08-dt-landings", landings), ("H08-fig12", "H08-fig12-curves", chain),
                               ("H08-fig13", "H08-fig13", many), ("W12-fig8", "W12-fig8-rays-on", rays),
                               ("W12-fig9a", "W12-fig9a", precision), ("W12-fig9b", "W12-fig9b", resolutions),
                               ("W12-fig10", "W12-fig10", turned), ("W12-tess", "W12-tess", tessellations),
                               ("M04-fig6", "M04-fig6", marches), ("M04-fig8", "M04-fig8-nodes", fields),
                               ("M04-fig16", "M04-fig16", colliding)):
        if (data / f"{needed}.csv").exists():
            plot(data, images / f"{name}.svg")


if __name__ == "__main__":
    main()
