"""A post otherwise than it was first sent: struck, sent again, unable to strike another."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.operations.follow_ups import Verb
from bot.play.turn import Turn
from bot.render import corrections
from bot.render.post import ANSWER, CUT, LINE_MOST, LINE_UNITS_MOST, Button, Post, told
from bot.words import names
from rules.asl.phase import Phase


def closed(post: Post) -> Post:
    """The post of a question that has its answer, or of an epoch that all have cut; what follows it stays."""
    return replace(post, buttons=tuple(one for one in post.buttons if one.verb not in (ANSWER, CUT)))


def sent_again(post: Post) -> Post:
    """A post that is sent once more because it was deleted."""
    first, rest = post.line.removesuffix(told(post)), told(post)
    line = names.cut(f"{first}Posted again: {rest}", LINE_MOST, LINE_UNITS_MOST)
    return replace(post, line=line)


def struck(post: Post, by: int, reason: str) -> Post:
    """The post of an entry that entry `by` made void."""
    return replace(post, line=corrections.strike(post.line, by, reason), buttons=())


def in_phase(posts: tuple[Post, ...], turn: Turn) -> tuple[Post, ...]:
    """The posts with no button for a rally that the phase, where one is kept, does not allow (A10.6)."""
    last = posts[-1]
    if not turn.running or not any(button.verb == Verb.RALLY for button in last.buttons):
        return posts
    allowed = (button for button in last.buttons if button.verb != Verb.RALLY or _may_rally(button, turn))
    return (*posts[:-1], replace(last, buttons=tuple(allowed)))


def unable(post: Post, seqs: Sequence[int]) -> Post:
    """The post of a correction whose struck entries `seqs` have posts that cannot be edited."""
    return replace(post, body="\n".join((post.body, corrections.kept_posts(seqs))).strip())


def _may_rally(button: Button, turn: Turn) -> bool:
    return turn.phase == Phase.RPH and str(button.choice) not in turn.attempted
