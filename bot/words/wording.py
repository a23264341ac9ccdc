"""The words in which posts speak of what the rules and the table know by short names."""

from __future__ import annotations

from collections.abc import Sequence

from rules.json import Json
from rules.naming import nation_name

QUESTIONS = {
    "known_enemy_in_los": "Is a Known enemy unit in the LOS of {of}?",
    "adjacent_enemy": "Is a Known enemy unit ADJACENT to {of}?",
    "opponent": "Which nationality does {of} face?",
    "harden": "Does {of} take the Battle Hardening?",
    "leader": "Which leader rallies {of}?",
    "class": "Of which class is {of}?",
    "charge": "Whom does {of} charge? Both are equally near.",
    "sector": "Where does {of} retreat to?",
    "order": "Which DSU retreats first from {of}?",
    "dice": "Which dice fell for {of}? Type them in the order thrown.",
    "void": "Is {of} to be void?",
    "amend": "Is {of} to be amended?",
    "end": "Is the game to end?",
    "entered_dice": "Dice rolled elsewhere: do you agree to them?",
}

PIECES = ("leader", "charge", "order")
"""questions whose answers are pieces"""

DICE = {
    "mc": "check",
    "ptc": "PTC",
    "llmc": "LLMC",
    "lltc": "LLTC",
    "berserk": "NTC",
    "rally": "rally",
    "hob": "Heat of Battle",
    "wound": "wound severity",
    "select": "Random Selection",
    "fpf": "FPF",
    "sniper": "sniper dr",
    "roll": "free roll",
}
"""what dice are for, where the rules' own word is not the players'"""


def question(what: str, of: str) -> str:
    """The question for people; one that has no words of its own is named as the rules name it."""
    return QUESTIONS.get(what, "{what} of {of}?").format(what=what.replace("_", " "), of=of)


def awaited(sides: str) -> str:
    """Who answers, of one side by its name or of several with `and` between."""
    return f"{sides} answer{'' if ' and ' in sides else 's'}"


def option(value: Json) -> str:
    """An answer as a button shows it."""
    match value:
        case True:
            return "Yes"
        case False:
            return "No"
        case _:
            return str(value).replace("_", " ").capitalize()


def side_name(nations: Sequence[str]) -> str:
    """What a side of these nationalities is called: `German/SS`."""
    return "/".join(map(nation_name, nations))


def counted(number: int, one: str, many: str = "") -> str:
    """`1 RSU`, `2 RSUs`; `many` where more of it are not told by an s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def posts_were(seqs: Sequence[int]) -> str:
    """Posts by their numbers in rising order, with the verb: `my posts of #3 and #5 to #9 were`."""
    runs: list[tuple[int, int]] = []
    for seq in seqs:
        if runs and runs[-1][1] + 1 == seq:
            runs[-1] = (runs[-1][0], seq)
        else:
            runs.append((seq, seq))
    told = [f"#{first}" if first == last else f"#{first} to #{last}" for first, last in runs]
    listed = " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))
    return f"my post of {listed} was" if len(seqs) == 1 else f"my posts of {listed} were"


def address(channel: int, message: int, guild: int | str) -> str:
    """Where a message stands, for a link; ids as Discord gives them."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"
