"""Tables: dealt, read, played, compared."""

import copy
import pickle

import patience
import pytest

GAMES = [game.name for game in patience.games()]


def test_the_list_has_every_game_with_its_settings():
    games = {game.name: game for game in patience.games()}
    assert {"freecell", "klondike", "pyramid", "tripeaks"} <= games.keys()
    cells = {setting.key: setting for setting in games["freecell"].settings}["cells"]
    assert (cells.default, 2 in cells.values) == (4, True)
    draw = {setting.key: setting for setting in games["klondike"].settings}["draw"]
    assert (draw.default, draw.values) == (3, [3, 1])
    assert games["freecell"].numbers[0] == 1
    assert all("board" in game.goals and game.rules for game in games.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_read_back_from_its_text(game):
    table = patience.deal(game, 5)
    after = table.play(table.legal_moves[0])
    assert after != table
    for one in (table, after):
        again = patience.parse(game, str(one))
        assert again == one and hash(again) == hash(one)
        assert again.legal_moves == one.legal_moves


@pytest.mark.parametrize("game", GAMES)
def test_copies_and_pickles_are_equal(game):
    table = patience.deal(game, 6)
    after = table.play(table.legal_moves[-1])
    for one in (table, after):
        pickled = pickle.loads(pickle.dumps(one))
        assert copy.copy(one) == copy.deepcopy(one) == pickled == one
        assert pickled.deal == one.deal and repr(pickled) == repr(one)


def test_settings_make_another_table():
    three, four = patience.deal("freecell", 1, cells=3), patience.deal("freecell", 1)
    assert three != four and three.settings == {"cells": 3}
    assert pickle.loads(pickle.dumps(three)).settings == {"cells": 3}
    assert patience.deal("freecell", 1, cells=4) == four
    draw = patience.deal("klondike", 7, draw=1, worrying_back=False)
    assert draw.settings == {"draw": 1, "worrying_back": "no"}
    assert patience.deal("klondike", 7, draw=3).settings == {}


def test_a_table_is_not_equal_to_its_text():
    table = patience.deal("golf", 1)
    assert table != str(table) and len({table, patience.deal("golf", 1)}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_notebook_shows_a_picture(game):
    import xml.etree.ElementTree as tree

    table = patience.deal(game, 1)
    svg = tree.fromstring(table._repr_svg_())
    assert svg.tag.endswith("svg")
    titles = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) >= 17
    assert table.picture.strip()


def test_an_illegal_move_is_refused_with_a_reason():
    table = patience.deal("pyramid", 1)
    with pytest.raises(patience.MoveError, match="`Remove 2c 3c`: .+") as caught:
        table.play(table.legal_moves[0], "Remove 2c 3c")
    assert caught.value.step == 2
    assert pickle.loads(pickle.dumps(caught.value)).step == 2


def test_every_fault_of_a_text_has_its_place():
    text = str(patience.deal("freecell", 1))
    lines = text.splitlines()
    last = len(lines)
    words = lines[-1].split()
    bad = "\n".join([*lines[:-1], lines[-1].replace(words[-1], "Zz").replace(words[-2], "Yy")])
    with pytest.raises(patience.DealError) as caught:
        patience.parse("freecell", bad)
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.line, error.faults[1].line) == (last, last)
    assert error.column < error.faults[1].column
    assert bad.splitlines()[last - 1][error.column - 1 :].startswith("Yy")
    assert "Yy" in error.faults[0].message
    again = pickle.loads(pickle.dumps(error))
    assert again.faults == error.faults and str(again) == str(error)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: patience.deal("frecell", 1), patience.Error, "did you mean `freecell`"),
        (lambda: patience.deal("freecell", 1, cell=2), patience.SettingError, "mean `cells`"),
        (lambda: patience.deal("freecell", 1, cells=99), patience.SettingError, "0 to 8|not 99"),
        (lambda: patience.deal("klondike", 1, darw=1), patience.SettingError, "mean `draw`"),
        (lambda: patience.solve("freecell", 1, max_state=5), patience.SettingError, "`max_states`"),
        (lambda: patience.deal("golf", 1).solve(fats=True), TypeError, "did you mean `fast`"),
        (lambda: patience.deal("freecell", 0), patience.Error, "has deals 1 to"),
        (lambda: patience.solve("golf", 1, goal="scores"), patience.Error, "not a goal"),
        (lambda: patience.solve("golf", 1, max_time="soon"), patience.Error, "not a time"),
        (lambda: patience.solve("golf"), TypeError, "either the number of a deal or a position"),
        (lambda: patience.solve("golf", 1, fast=True, shortest=True), patience.Error, "exclude"),
        (lambda: patience.solve("freecell", 1, goal="score"), patience.Error, "has no score"),
    ],
)
def test_what_is_not_there_is_refused_with_what_is(call, error, words):
    with pytest.raises(error, match=words):
        call()
