"""``python -m patience``: surveys from a shell, with the engines of Python.

The words are those of the command ``patience survey``.
"""

from __future__ import annotations

import argparse
import sys

import patience
from patience import survey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _deals(text: str) -> tuple[int, int]:
    first, _, last = text.partition("..")
    try:
        return int(first), int(last or first)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{text}` is not A..B") from None


def _share(text: str) -> float:
    try:
        share = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        share = -1.0
    if 0 <= share <= 1:
        return share
    raise argparse.ArgumentTypeError(f"`{text}` is not a share, such as 1% or 0.01")


def _setting(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not (key and sign and value):
        raise argparse.ArgumentTypeError(f"`{text}` is not KEY=VALUE")
    return key.strip(), value.strip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m patience", description=__doc__)
    parser.add_argument("--version", action="version", version=patience.__version__)
    words = parser.add_subparsers(dest="word", required=True)
    words.add_parser("games", help="list the games")
    surveys = words.add_parser("survey", help="questions about many deals")
    commands = surveys.add_subparsers(dest="command", required=True)

    run = commands.add_parser("run", help="begin a survey, or go on with it")
    run.add_argument("folder", metavar="DIR")
    run.add_argument("game", nargs="?", metavar="GAME")
    run.add_argument("--deals", type=_deals, metavar="A..B")
    run.add_argument("--sample", type=int, metavar="N")
    run.add_argument("--seed", type=int, default=1, metavar="S")
    run.add_argument("--until", type=_share, metavar="WIDTH")
    run.add_argument("--set", type=_setting, action="append", default=[], metavar="KEY=VALUE")
    run.add_argument("--cells", metavar="N")
    run.add_argument("--columns", metavar="N")
    run.add_argument("--goal", default="board")
    run.add_argument("--so-far", type=int, default=0, metavar="N")
    run.add_argument("--fast", action="store_true")
    run.add_argument("--shortest", action="store_true")
    run.add_argument("--count", metavar="COUNT")
    cheats = run.add_mutually_exclusive_group()
    cheats.add_argument("--no-cheat", dest="cheats", action="store_const", const="never")
    cheats.add_argument("--any-cheats", dest="cheats", action="store_const", const="any")
    run.add_argument("--effort", type=int, default=1, metavar="N")
    run.add_argument("--max-states", type=int, metavar="N")
    run.add_argument("--max-time", metavar="TIME")
    run.add_argument("--max-memory", metavar="SIZE")
    run.add_argument("--threads", type=int, metavar="N")
    run.add_argument("--part", metavar="I/N")
    run.add_argument("--shard-size", type=int, metavar="N")
    run.add_argument("--ray", metavar="ADDRESS", help="compute on a Ray cluster, such as auto")
    run.add_argument("--quiet", action="store_true")

    status = commands.add_parser("status", help="print what has been found so far")
    status.add_argument("folder", metavar="DIR")
    report = commands.add_parser("report", help="write the report, an HTML file")
    report.add_argument("folder", metavar="DIR")
    report.add_argument("--output", metavar="FILE")
    return parser


def _print(found: survey.Survey) -> None:
    findings = found.findings()
    done, all = found.shards
    print(found.question)
    print(f"  shards      {done:,} of {all:,}")
    print(f"  deals       {findings.deals:,}")
    if findings.deals:
        print(f"  solved      {findings.solved:,}  {findings.share()}")
        print(f"  impossible  {findings.impossible:,}")
        print(f"  unknown     {findings.unknown:,}")
        print(f"  lengths     {findings.lengths()!r}")
    print(f"  digest      {found.digest[:12]}")


def _run(args: argparse.Namespace) -> None:
    settings: dict[str, Any] = dict(args.set)
    settings |= {
        key: value
        for key, value in (("cells", args.cells), ("columns", args.columns))
        if value is not None
    }
    if args.ray is not None and not args.quiet:
        print(f"messages of Ray are in {args.folder}/ray.log", file=sys.stderr)
    found = survey.run(
        args.folder,
        args.game,
        deals=args.deals,
        sample=args.sample,
        seed=args.seed,
        until=args.until,
        threads=args.threads,
        part=args.part,
        ray=args.ray,
        progress=not args.quiet and sys.stderr.isatty(),
        shard_size=args.shard_size,
        goal=args.goal,
        so_far=args.so_far,
        fast=args.fast,
        shortest=args.shortest,
        count=args.count,
        cheats=args.cheats or "fewest",
        effort=args.effort,
        max_states=args.max_states,
        max_time=args.max_time,
        max_memory=args.max_memory,
        **settings,
    )
    _print(found)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; 130 after Ctrl-C, 2 after an error."""
    args = _parser().parse_args(arguments)
    try:
        if args.word == "games":
            for game in patience.games():
                print(f"{game.name:<18}{game.summary}")
        elif args.command == "run":
            _run(args)
        elif args.command == "status":
            _print(survey.open(args.folder))
        else:
            print(survey.open(args.folder).report(args.output))
    except KeyboardInterrupt:
        print("interrupted; the same line goes on", file=sys.stderr)
        return 130
    except (patience.Error, OSError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
