"""The tables of other engines, of what `lamina bench --engines --json` printed."""

OWN = "lamina", "lamina-penalty"
# How far from the best a measure may be and still count as equal.
EQUAL_TIME = 1.1


def number(value):
    return "–" if value is None else f"{value:.3g}"


def measured(row):
    return not row["refused"] and not row.get("cannot")


def verdict(scene, row):
    if row["refused"]:
        return "broke down: " + row["refused"]
    if row.get("cannot"):
        return "cannot: " + row["cannot"]
    if scene["question"] == "stands":
        return "stands" if row["holds"] else "**falls**"
    if scene["question"] == "rests":
        return "rests" if row["holds"] else "**moves**"
    return "**does not**" if row["value"] is None else f"{row['value']:.4g}"


def miss(scene, row):
    """How far a row is from what is right; less is better. None if that cannot be said."""
    if not measured(row):
        return float("inf")
    if scene["question"] in ("stands", "rests"):
        return 0 if row["holds"] else 1
    if scene["question"] == "upright":
        return -row["value"]
    if row["value"] is None:
        return float("inf")
    # Within half a percent of theory, or a centimetre a second, all are right.
    error = abs(row["value"] - scene["theory"])
    return max(error, 0.005 * abs(scene["theory"]) or 0.01)


def better(scene, rows):
    """A sentence on which engines are better than our constraints, or none."""
    by_name = {row["engine"]: row for row in rows}
    if OWN[0] not in by_name or not measured(by_name[OWN[0]]):
        return ""
    own = by_name[OWN[0]]
    others = [row for row in rows if row["engine"] not in OWN and measured(row)]
    right = [row["engine"] for row in others if miss(scene, row) < miss(scene, own)]
    as_good = [row for row in others if miss(scene, row) <= miss(scene, own)]
    time = own["step"]["median_ms"]
    faster = [f"{row['engine']} {time / row['step']['median_ms']:.3g} times" for row in as_good
              if row["step"]["median_ms"] * EQUAL_TIME < time]
    calmer = [row["engine"] for row in as_good if row["drift_m"] < own["drift_m"] / 2 and own["drift_m"] > 1e-6]
    words = []
    if right:
        words.append(f"Nearer to what is right than this program: {', '.join(right)}.")
    if scene["question"] in ("stands", "rests") and own["holds"] and calmer:
        words.append(f"Less drift: {', '.join(calmer)}.")
    if faster:
        words.append(f"As right and faster: {', '.join(faster)}.")
    if not words and others:
        words.append("None is better here.")
    return " ".join(words)


def engine_section(data, table):
    """Lines for a machine's README; `table` makes one of a head and rows."""
    text = ["## Other engines\n",
            "Whole simulations, one thread, in turns; [what is measured and how engines are set](../README.md#other-engines). "
            f"{data['machine'].get('others', '').capitalize()}.\n",
            table(["engine", "version", "is", "set to"],
                  [[e["name"], e["version"] or "absent", e["how"], e["settings"] if e["version"] else e["absence"]]
                   for e in data["engines"]])]
    for scene in data["scenes"]:
        rows = [row for row in data["results"] if row["scene"] == scene["name"]]
        text.append(f"**{scene['name']}**: {scene['about']}, {scene['seconds']:g} s. Asked: {scene['asked']}.\n")
        text.append(table(["engine", "", "displaced, m", "drift, m", "deepest, m", "at the end, m", "ms a step"],
                          [[row["engine"], verdict(scene, row)]
                           + ([number(row[key]) for key in ("displacement_m", "drift_m", "penetration_m",
                                                            "last_penetration_m")]
                              + [number(row["step"]["median_ms"])] if measured(row) else ["–"] * 5)
                           for row in rows]))
        sentence = better(scene, rows)
        if sentence:
            text.append(sentence + "\n")
    return text
