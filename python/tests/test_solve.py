"""Solutions, hints, and the replay of both."""

import threading
import time

import patience
import pytest

GAMES = [game.name for game in patience.games()]


@pytest.mark.parametrize("game", GAMES)
def test_every_solution_replays(game):
    for number in range(1, 8):
        solution = patience.solve(game, number, max_states=200_000)
        assert bool(solution) == (solution.outcome == "solved") == (solution.length is not None)
        if solution:
            line = solution.table.verify(solution.moves)
            assert line.cleared and (line.length, line.moves) == (solution.length, solution.moves)
            assert solution.table.play(*solution.moves).is_won
        else:
            assert solution.moves == [] and solution.proved is None


def test_a_limit_is_unknown_and_false():
    solution = patience.solve("freecell", 11982, max_states=10)
    assert (solution.outcome, bool(solution)) == ("unknown", False)
    assert solution.reason == "the limit of states was reached"
    assert solution.states <= 10


def test_an_impossible_deal_is_proved():
    solution = patience.solve("freecell", 11982, fast=True)
    assert (solution.outcome, bool(solution), solution.reason) == ("impossible", False, None)


def test_a_position_is_solved_like_its_deal():
    table = patience.deal("pyramid", 3)
    by_number = patience.solve("pyramid", 3)
    by_text = patience.solve("pyramid", position=str(table))
    assert (by_number.moves, by_number.states) == (by_text.moves, by_text.states)
    assert table.solve().moves == by_number.moves
    assert str(by_number).startswith("Solved in ")


def test_goals_and_counts():
    best = patience.solve("pyramid", 2, goal="score")
    assert best.score is not None and best.proved in ("best", "most")
    steps = patience.solve("freecell", 1, fast=True, count="steps")
    assert steps.count == "steps" and steps.length >= len(steps.moves)


def test_wrong_solutions_are_refused():
    solution = patience.solve("golf", 10)
    assert solution
    with pytest.raises(patience.MoveError) as caught:
        solution.table.verify(solution.moves[:-1])
    assert caught.value.step == 0
    with pytest.raises(patience.MoveError) as caught:
        solution.table.verify([solution.moves[0], solution.moves[0]])
    assert caught.value.step == 2


def test_a_hint_is_the_first_move_of_a_solution():
    table = patience.deal("pyramid", 3)
    hint = table.hint()
    assert hint.move == "Remove Kd" and hint.winnable is True
    assert hint.solution.moves[0] == hint.move and str(hint).startswith("Remove Kd")
    assert table.describe(hint.move)


def test_other_threads_run_during_a_search():
    ran = 0
    is_over = False

    def count():
        nonlocal ran
        while not is_over:
            ran += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    patience.solve("freecell", 1, shortest=True, max_time=0.5)
    is_over = True
    thread.join()
    assert ran > 20
