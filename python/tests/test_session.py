"""Games in progress, and the oracle."""

import copy
import pickle

import patience
import pytest


def test_moves_are_made_taken_back_and_made_again():
    session = patience.Session(patience.deal("freecell", 1))
    start = session.table
    first = session.legal_moves[0]
    session.play(first)
    after = session.table
    assert session.history[0] == first and after != start
    assert session.undo() and session.table == start and not session.undo()
    assert session.undone[0] == first
    assert session.redo() and session.table == after and not session.redo()
    session.restart()
    assert session.table == start


def test_a_session_can_start_from_a_position():
    table = patience.deal("klondike", 7, draw=1)
    table = table.play(table.legal_moves[0])
    session = patience.Session(table, autoplay="off")
    assert session.table == table and session.autoplay == "off"
    assert session.table.settings == {"draw": 1}
    with pytest.raises(ValueError, match="autoplay is"):
        session.autoplay = "sometimes"


def test_a_solution_wins_the_session():
    solution = patience.solve("freecell", 1, fast=True)
    session = patience.Session(solution.table, autoplay="off")
    for move in solution.moves:
        session.play(move)
    assert session.is_won and session.legal_moves == []


def test_saved_copied_and_pickled_sessions_are_equal():
    session = patience.Session(patience.deal("pyramid", 5))
    session.play(session.legal_moves[0])
    session.play(session.legal_moves[0])
    session.undo()
    others = patience.Session.load(session.save()), copy.copy(session)
    for other in (*others, pickle.loads(pickle.dumps(session))):
        assert other.save() == session.save() and other.undone == session.undone
    with pytest.raises(patience.DealError) as caught:
        patience.Session.load("patience session 1\ngame: golf\nnonsense\n")
    assert caught.value.line == 3


def test_an_illegal_move_changes_nothing():
    session = patience.Session(patience.deal("golf", 1))
    before = session.save()
    with pytest.raises(patience.MoveError):
        session.play("nonsense")
    assert session.save() == before


def test_the_oracle_knows_which_moves_still_win():
    session = patience.Session(patience.deal("golf", 10))
    look = session.oracle()
    assert look.position and look.position.word == "wins"
    assert sorted(look.winning + look.losing) == sorted(session.legal_moves)
    assert look.advice == look.winning[0] and look[look.advice]
    assert len(look) == len(look.moves)
    for move in look.losing[:2]:
        assert session.table.play(move).solve().outcome == "impossible"
    with pytest.raises(patience.MoveError):
        look["nonsense"]


def test_the_oracle_finds_where_a_game_was_lost():
    session = patience.Session(patience.deal("golf", 10))
    while not session.is_won and session.legal_moves:
        look = session.oracle()
        losing = look.losing
        session.play(losing[0] if losing else look.advice)
    lost = session.where_lost()
    assert lost.kind == "at" and str(lost)
    session.jump(lost.step)
    assert session.oracle().position.word == "wins"
    assert lost.better in session.oracle().winning
