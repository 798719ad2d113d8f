"""Draws bench/history.csv: the ratios over the commits, one line for each work.

    python3 bench/history.py bench/history.csv docs/src/images/speed.svg
"""

import csv
import math
import sys
from html import escape

WIDTH, LEFT, RIGHT, TOP, STEP = 900, 60, 390, 30, 22
COLOURS = ["#1b6ca8", "#c0392b", "#2e7d32", "#8e5ea2", "#b8860b", "#00838f", "#6d4c41", "#546e7a"]


def read(path):
    """The commits in their order, and for each work its ratio by commit."""
    commits, works = [], {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["commit"] not in commits:
                commits.append(row["commit"])
            # The last measurement of a commit counts.
            works.setdefault(row["work"], {})[row["commit"]] = float(row["ratio"])
    return commits, works


def draw(commits, works):
    """An SVG with the ratios on a logarithmic scale."""
    height = max(320, TOP + STEP * len(works) + 60)
    bottom = height - 40
    ratios = [max(ratio, 1e-3) for work in works.values() for ratio in work.values()]
    low = math.floor(math.log10(min(ratios)))
    high = max(math.ceil(math.log10(max(ratios))), low + 1)

    def across(commit):
        if len(commits) == 1:
            return LEFT + 20
        return LEFT + (WIDTH - LEFT - RIGHT) * commits.index(commit) / (len(commits) - 1)

    def down(ratio):
        share = (math.log10(max(ratio, 1e-3)) - low) / (high - low)
        return bottom - (bottom - TOP) * share

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12">',
        "<title>User time in units of fc-solve on 32,000 deals, over commits</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for power in range(low, high + 1):
        y = down(10.0**power)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g} U</text>')
    for commit in commits:
        x = across(commit)
        out.append(
            f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" font-size="10">{escape(commit)}</text>'
        )
    # The names stand in the order of the last ratios, so that lines and names match.
    last = {name: next(ratio[c] for c in reversed(commits) if c in ratio) for name, ratio in works.items()}
    for index, name in enumerate(sorted(works, key=last.get, reverse=True)):
        colour = COLOURS[index % len(COLOURS)]
        points = [(across(c), down(works[name][c])) for c in commits if c in works[name]]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        out.extend(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points)
        label = f"{last[name]:.3f}  {name.replace(';', ',')}"
        y = TOP + STEP * index + 4
        out.append(f'<text x="{WIDTH - RIGHT + 16}" y="{y}" fill="{colour}">{escape(label)}</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    source, target = sys.argv[1:]
    commits, works = read(source)
    with open(target, "w", encoding="utf-8") as file:
        file.write(draw(commits, works))


if __name__ == "__main__":
    main()
