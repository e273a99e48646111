"""What vs_xla.py prints of its rows, and its table in Markdown."""

import math
import pathlib
import re
import statistics

from peers.reasons import REASONS


def geometric(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios)))


def heading(peers, scaling):
    columns = f"{'scaling':>8}" * scaling + "".join(f"{peer:>8}" for peer in peers)
    return f"{'program':22} {'strata us':>10} {'XLA us':>10} {'ratio':>7} {'median':>7}{columns}   compile ms (a process; XLA)"


def line(row, peers):
    scaling = f"{row['scaling']:8.2f}" if "scaling" in row else ""
    columns = "".join(f"{row[f'{peer}_ratio']:8.2f}" if f"{peer}_ratio" in row else " " * 8 for peer in peers)
    return (
        f"{row['program']:22} {row['strata_us']:10.1f} {row['xla_us']:10.1f} {row['ratio']:7.2f} {row['median_ratio']:7.2f}{scaling}{columns}"
        f"   {row['strata_compile_ms']:.0f}; {row['xla_compile_ms']:.0f}"
    )


def summaries(rows, peers):
    """Lines with the geometric means of ratios, to XLA and to each peer."""
    for peer in ["xla", *peers]:
        ratios = [row["ratio" if peer == "xla" else f"{peer}_ratio"] for row in rows if peer == "xla" or f"{peer}_ratio" in row]
        if ratios:
            yield f"geometric mean of {len(ratios)} ratios to {TITLES[peer]}: {geometric(ratios):.2f}; {sum(r >= 1 for r in ratios)} at least 1"
    scaling = [row["scaling"] for row in rows if "scaling" in row]
    if scaling:
        yield f"geometric mean of {len(scaling)} scalings: {geometric(scaling):.2f}"


#: How a peer is written in sentences.
TITLES = {"xla": "XLA", "numpy": "NumPy", "torch": "torch", "iree": "IREE"}


def markdown(about, versions, command, rows, failed, peers):
    """The section of a document: processor, command, means, the table, and what is not in it."""
    scaling = any("scaling" in row for row in rows)
    lines = [about[0].upper() + about[1:] + ".", "", versions, "", f"`{command}`", ""]
    lines += [f"{text[0].upper()}{text[1:]}.  " for text in summaries(rows, peers)]
    titles = ["program", "ours, µs", "XLA, µs", "XLA / ours", "median"]
    titles += ["one thread / ours"] * scaling + [f"{TITLES[peer]} / ours" for peer in peers]
    lines += ["", "| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    for row in rows:
        cells = [f"`{row['program']}`", f"{row['strata_us']:,.1f}", f"{row['xla_us']:,.1f}"]
        cells += [bold(row["ratio"]), f"{row['median_ratio']:.2f}"]
        cells += [f"{row['scaling']:.2f}" if "scaling" in row else ""] * scaling
        cells += [bold(row[f"{peer}_ratio"]) if f"{peer}_ratio" in row else "" for peer in peers]
        lines.append("| " + " | ".join(cells) + " |")
    for peer in ["xla", *peers]:
        key = "ratio" if peer == "xla" else f"{peer}_ratio"
        slower = sorted((row for row in rows if row.get(key, 1) < 1), key=lambda row: row[key])
        if slower:
            behind = {row["program"]: f"`{row['program']}` {row[key]:.2f}" for row in slower}
            lines += ["", f"Behind {TITLES[peer]}:", "", *(f"- {why}" for why in reasoned(behind, REASONS.get(peer, {})))]
    for peer in peers:
        reasons = {}
        for row in rows:
            if peer in row.get("absent", {}):
                # Which op of a program it is, the JSON says.
                why = re.sub(r"( that was explicitly marked illegal| Got \d+ bytes|:? %\d).*", "", row["absent"][peer])
                reasons.setdefault(why, []).append(row["program"])
        # What is merely not written is in the JSON.
        reasons = {why: names for why, names in reasons.items() if not why.startswith("not written")}
        if reasons:
            lines += ["", f"Empty cells of {TITLES[peer]}:", ""]
            lines += [f"- {', '.join(f'`{name}`' for name in names)}: {why}" for why, names in reasons.items()]
    if failed:
        lines += ["", "Failed:", "", *(f"- `{entry['program']}`: {entry['why']}" for entry in failed)]
    return "\n".join(lines) + "\n"


def reasoned(behind, reasons):
    """Programs that have a reason in common, and that reason."""
    left = dict(behind)
    for names, why in reasons.items():
        found = [left.pop(name) for name in list(left) if re.fullmatch(names, name)]
        if found:
            yield f"{', '.join(found)}: {why}"
    if left:
        yield f"{', '.join(left.values())}: not looked into."


def put(path, heading, section):
    """Writes a section of a document in Markdown, instead of the one that has the same heading, or behind all others."""
    path = pathlib.Path(path)
    text = path.read_text() if path.exists() else ""
    before, found, after = text.partition(f"## {heading}\n")
    after = re.search(r"^## .*", after, re.MULTILINE | re.DOTALL) if found else None
    parts = [before.rstrip(), f"## {heading}\n\n{section.strip()}", after[0].rstrip() if after else ""]
    path.write_text("\n\n".join(part for part in parts if part) + "\n")


def bold(ratio):
    """A ratio; in bold where it is less than 1."""
    return f"{ratio:.2f}" if ratio >= 1 else f"**{ratio:.2f}**"
