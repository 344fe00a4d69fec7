#!/usr/bin/env python3
"""Writes the tables of a machine's folder, and the one in the project's README, from what `lamina bench --json` printed.

usage: tables.py name MACHINE_JSON          prints the folder that a machine's results belong into
       tables.py write MACHINE_FOLDER [README]
"""
import csv
import json
import pathlib
import re
import sys

from engine_tables import engine_section

MACHINES = "<!-- machines: written by make -->", "<!-- machines: end -->"
HEADLINE = "<!-- benchmark: written by docs/benchmarks/make -->", "<!-- benchmark: end -->"
POSES = ("shallow", "deep")

# F08, Table 1: GeForce 8600 GTS and one core of a Core 2 Duo of 2.66 GHz, ms.
F08_TABLE_1 = {
    ("coarse", 16): {"broad": 0.077, "upload": 0.478, "ldi": 2.101, "volume": 0.039},
    ("coarse", 128): {"broad": 0.074, "upload": 0.492, "ldi": 7.874, "volume": 1.905},
    ("fine", 16): {"broad": 0.508, "upload": 2.964, "ldi": 15.20, "volume": 0.046},
    ("fine", 128): {"broad": 0.494, "upload": 2.842, "ldi": 36.97, "volume": 1.949},
}
F08_TRIANGLES = {"coarse": 21553, "fine": 69674}


def folder_name(machine):
    words = re.sub(r"\((R|TM)\)|\b(CPU|Processor)\b|@.*", " ", machine["cpu"], flags=re.IGNORECASE)
    words = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "unknown"
    return f"{words}-{machine['cores']}-core" + ("s" if machine["cores"] != "1" else "")


def ms(value):
    if value < 0.001:
        return "<0.001"
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
                     + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


class Pair:
    """What the run on the pair of bodies measured."""

    def __init__(self, data):
        self.data = data
        self.triangles = data["mesh"]["triangles"]

    def case(self, pose, resolution, large=False, sampling="f08", backend="cpu", threads=1):
        for row in self.data["cases"]:
            if (row["pose"], row["resolution"], row["sampling"], row["backend"], row["threads"],
                    row["triangles"] > 2 * self.triangles) == (pose, resolution, sampling, backend, threads, large):
                return row
        return None

    def total(self, *args, **kwargs):
        row = self.case(*args, **kwargs)
        return row["phases"]["total"]["median_ms"] if row and row["phases"]["total"] else None

    def peer(self, name, pose, resolution, large=False):
        for row in self.data["peer_times"]:
            if (row["peer"], row["pose"]) == (name, pose) and (row["bunny_triangles"] > self.triangles) == large \
                    and row["resolution"] in (None, resolution):
                return row["time"]["median_ms"] if row["time"] else None
        return None

    def peer_factor(self, name, pose, resolution, large=False):
        """Turn by turn, as the targets are."""
        for row in self.data["ratios"]:
            if (row["what"], row["pose"], row["resolution"]) == (f"{name} / ours", pose, resolution) \
                    and (row["bunny_triangles"] > self.triangles) == large:
                return row["ratio"]
        return None


def compared(time, factor):
    if time is None:
        return "–"
    return f"{ms(time)} ({factor:.3g}×)" if factor else ms(time)


def headline(pair):
    """Our times and the peers', with how many times ours they are."""
    columns = [(resolution, pose, False) for resolution in (16, 128) for pose in POSES]
    columns += [(128, pose, True) for pose in POSES]
    columns = [c for c in columns if pair.total(c[1], c[0], c[2]) is not None]
    ours = [pair.total(pose, resolution, large) for resolution, pose, large in columns]
    head = ["milliseconds, one thread"] + [f"{'4.46 M, ' if large else ''}{resolution}² {pose}"
                                           for resolution, pose, large in columns] + ["what it yields"]
    rows = [["**Lamina**"] + [f"**{ms(t)}**" for t in ours] + ["volume and gradient"]]
    for name, options in (("the same, two threads", {"threads": 2}),
                          ("the same and contact pixels", {"sampling": "f08-pixels"}),
                          ("the same with the program's defaults", {"sampling": "default"}),
                          ("the same in plain scalar code", {"backend": "plain"})):
        times = [pair.total(pose, resolution, large, **options) for resolution, pose, large in columns]
        if any(times):
            rows.append([name] + [compared(t, t / own if t and own else None) for t, own in zip(times, ours)]
                        + ["volume and gradient"])
    for peer in pair.data["peers"]:
        if not peer["version"]:
            continue
        times = [pair.peer(peer["name"], pose, resolution, large) for resolution, pose, large in columns]
        if not any(times):
            continue
        rows.append([f"{peer['name']} {peer['version'].split(',')[0]}"]
                    + [compared(t, pair.peer_factor(peer["name"], pose, resolution, large))
                       for t, (resolution, pose, large) in zip(times, columns)] + [peer["yields"].split(" (")[0]])
    return table(head, rows)


def targets(pair):
    rows = []
    for r in pair.data["ratios"]:
        if "reached" not in r:
            continue
        goal = f"≥ {r['at_least']:g}" if "at_least" in r else f"≤ {r['at_most']:g}"
        stretch = f"{r['stretch']:g}" if "stretch" in r else ""
        triangles = f"{r['bunny_triangles']:,}" if r["bunny_triangles"] else ""
        pixels = f"{r['resolution']}²" if r["resolution"] else ""
        measured = f"{r['ratio']:.2f}" + (f" ({r['lower']:.2f}–{r['upper']:.2f})" if "lower" in r else "")
        rows.append([r["what"], r["pose"], triangles, pixels, measured, goal,
                     stretch, "reached" if r["reached"] else "**missed**"])
    return table(["ratio", "bodies", "bunny's triangles", "pixels", "measured", "target", "stretch", ""], rows)


def methods(pair):
    rows = []
    for row in pair.data.get("methods", []):
        times = [row["phases"][phase] for phase in ("tree", "search", "total")]
        rows.append([row["bodies"], str(row["count"]), f"{row['triangles']:,}", row["method"], str(row["threads"])]
                    + [ms(t["median_ms"]) if t else row["refused"] for t in times]
                    + [f"{row['contacts']:,}", f"{row['rays']:,}"])
    return table(["bodies", "number", "triangles", "method", "threads", "tree, ms", "search, ms", "total, ms", "contacts",
                  "rays"], rows)


def peers(pair):
    rows = [[p["name"], p["version"] or "absent", p["yields"], p["lacks"]] for p in pair.data["peers"]]
    return table(["peer", "version", "yields", "lacks"], rows)


def memory(pair):
    def size(value):
        return "not told" if value is None else f"{value / 1e6:.1f} MB"
    rows = [[m["pose"], f"{m['triangles']:,}", size(m["kept_bytes"]), size(m["blocks_bytes"]), size(m["peak_bytes"]), size(m["allowed_bytes"])]
            for m in pair.data["memory"]]
    return table(["pose", "triangles", "kept", "of that, blocks", "at most, while detecting", "allowed"], rows)


def table_1(pair, scaling):
    """F08's Table 1 beside our own phases."""
    phases = ("broad", "upload", "ldi", "volume")
    rows = []

    def own(name, found):
        rows.append([name] + [ms(found["phases"][p]["median_ms"]) for p in phases]
                    + [ms(found["phases"]["total"]["median_ms"])])

    for (mesh, resolution), then in F08_TABLE_1.items():
        rows.append([f"F08, {mesh}, {F08_TRIANGLES[mesh]:,} triangles, {resolution}²"] + [f"{then[p]:g}" for p in phases]
                    + [ms(sum(then.values()))])
        for pose in POSES:
            if mesh == "fine":
                row = pair.case(pose, resolution)
                if row and row["phases"]["total"]:
                    own(f"here, bunny, {row['triangles']:,}, {pose}", row)
            else:
                for row in scaling["rows"] if scaling else ():
                    if row["series"] == "triangles" and row["curve"] == f"{pose}, {resolution}²" \
                            and abs(row["triangles"] - F08_TRIANGLES[mesh]) < 1000 and row["phases"]["total"]:
                        own(f"here, sphere, {row['triangles']:,}, {pose}", row)
    return table(["milliseconds", "broad phase", "upload", "LDI", "volume", "sum"], rows)


def slopes(scaling):
    rows = []
    for s in scaling["slopes"]:
        if s["all"]:
            rows.append([s["series"], s["curve"], f"{s['all']['exponent']:.2f}", f"{s['all']['spread']:.2f}",
                         f"{s['last_three']['exponent']:.2f}" if s["last_three"] else ""])
    return table(["time by", "curve", "power", "farthest point off, factor", "power of the last three"], rows)


def write_targets(pair, path):
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        columns = ["what", "pose", "bunny_triangles", "resolution", "ratio", "lower", "upper", "at_least", "at_most",
                   "stretch", "reached"]
        out.writerow(columns)
        for ratio in pair.data["ratios"]:
            out.writerow([ratio.get(column, "") for column in columns])


def pair_sections(folder):
    """Of the pair of bodies and the series, with the pair itself."""
    pair = Pair(json.loads((folder / "bench.json").read_text()))
    scaling_file = folder / "scaling.json"
    scaling = json.loads(scaling_file.read_text()) if scaling_file.exists() else None
    machine = pair.data["machine"]
    write_targets(pair, folder / "targets.csv")
    text = [f"# {machine['cpu']}, {machine['cores']} cores\n",
            "Written by `docs/benchmarks/make`; [what the rows mean](../README.md).\n",
            table(["", ""], [[name, value] for name, value in machine.items()]),
            f"{pair.data['repetitions']} repetitions after {pair.data['warm_up']} to warm up, medians.\n",
            "## The pair\n", headline(pair), peers(pair),
            "## Targets\n", targets(pair),
            "## Other methods, default settings\n", methods(pair),
            "## Phases beside F08, Table 1\n",
            "F08's are of a GeForce 8600 GTS, as printed, without simulation and rendering; its coarse mesh is a bumpy sphere "
            "here.\n", table_1(pair, scaling),
            "## Memory above vertices and triangles, 128²\n", memory(pair)]
    if scaling:
        text += ["## Scaling\n", slopes(scaling)]
        text += [f"![by {series}]({series}.svg)\n" for series in ("triangles", "resolution", "bodies", "threads")]
    return pair, text


def write_machine(folder):
    """The README of a machine's folder, of what was measured on it. Returns the pair, or none."""
    pair, text = pair_sections(folder) if (folder / "bench.json").exists() else (None, None)
    engines_file = folder / "engines.json"
    if engines_file.exists():
        data = json.loads(engines_file.read_text())
        machine = data["machine"]
        text = text or [f"# {machine['cpu']}, {machine['cores']} cores\n",
                        "Written by `docs/benchmarks/make`; [what the rows mean](../README.md).\n",
                        table(["", ""], [[name, value] for name, value in machine.items()])]
        text += engine_section(data, table)
    (folder / "README.md").write_text("\n".join(text))
    return pair


def replace_between(text, marks, words):
    begin, end = (text.index(mark) for mark in marks)
    return text[:begin] + marks[0] + "\n" + words + text[end:]


def write_index(path):
    """The list of machines: every folder with results."""
    rows = []
    for folder in sorted(path.parent.glob("*/")):
        found = next((folder / name for name in ("bench.json", "engines.json") if (folder / name).exists()), None)
        if not found:
            continue
        data = json.loads(found.read_text())
        machine, name = data["machine"], found.parent.name
        rows.append([f"[{name}]({name}/README.md)", machine["cpu"], machine["cores"], machine["vectors"]])
    path.write_text(replace_between(path.read_text(), MACHINES, table(["folder", "processor", "cores", "vectors"], rows)))


def write_readme(pair, folder, path):
    machine = pair.data["machine"]
    words = (f"{headline(pair)}\n{machine['cpu']}, {machine['cores']} cores, {machine['vectors']}; "
             f"`build/release/app/lamina bench --peers` prints it, [docs/benchmarks](docs/benchmarks/README.md) explains it, "
             f"and [its tables](docs/benchmarks/{folder.name}/README.md) have targets, phases, memory and scaling.\n")
    path.write_text(replace_between(path.read_text(), HEADLINE, words))


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "name":
        print(folder_name(json.loads(sys.argv[2])))
    elif len(sys.argv) in (3, 4) and sys.argv[1] == "write":
        folder = pathlib.Path(sys.argv[2])
        pair = write_machine(folder)
        if pair and len(sys.argv) == 4:
            write_readme(pair, folder, pathlib.Path(sys.argv[3]))
        write_index(folder.parent / "README.md")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
