"""What people want to do at a table, and the command for it: the help, by task."""

from __future__ import annotations

from msgspec import Struct


class Task(Struct, frozen=True):
    """`example` is one command to copy."""

    task: str
    says: str
    example: str

    @property
    def words(self) -> str:
        """What is searched for a word of a player's."""
        return f"{self.task} {self.says} {self.example}".casefold()

    @property
    def command(self) -> str:
        """The command of the example without its options."""
        return self.example.partition(":")[0].rpartition(" ")[0] if ":" in self.example else self.example


class Topic(Struct, frozen=True):
    """Tasks that belong together."""

    name: str
    tasks: tuple[Task, ...]


TOPICS = (
    Topic(
        "Begin",
        (
            Task(
                "Open a game",
                "Module, sides, ELR and SAN; each player then joins, which cuts the dice.",
                "/game new module:asl side_a:german elr_a:3 san_a:4 side_b:russian elr_b:2 san_b:3",
            ),
            Task(
                "Open a campaign",
                "Operation Konrad; /help in its channel then tells its own tasks.",
                "/campaign sample",
            ),
            Task("Take a side", "The join is that side's cut of the dice.", "/game join side:German"),
            Task(
                "Enter units",
                "Counter as players write it; several at once are lettered.",
                "/roster add counter:4-6-7 squad location:G5 number:2",
            ),
            Task(
                "Enter many units",
                "A form opens; a unit a line, as in a mail: 3x 4-6-7 @G5.",
                "/roster paste",
            ),
            Task("See who stands where", "For you alone, in pages.", "/roster show"),
        ),
    ),
    Topic(
        "Morale",
        (
            Task(
                "Before the dice",
                "How it can end, with exact chances, for you alone.",
                "/odds ruling:2MC location:G5",
            ),
            Task(
                "A unit was hit",
                "A morale check, PTC, K or KIA for everybody of a side in the location; who helps and who "
                "suffers is worked out.",
                "/mc result:1MC location:G5",
            ),
            Task(
                "Only some were hit",
                "A moving stack: only its own leaders help it (Defensive First Fire).",
                "/mc result:NMC units:A, B side:German",
            ),
            Task(
                "Rally phase",
                "One attempt a unit; of several leaders its side chooses one.",
                "/rally unit:C",
            ),
            Task("The next phase", "Takes off DM and pins, tells who may rally.", "/turn side:German"),
        ),
    ),
    Topic(
        "Dice",
        (
            Task(
                "Fire at the enemy",
                "An IFT DR with its DRM; cowering and snipers are pointed out.",
                "/dr purpose:IFT leader:9-1 drm:+2 stone building",
            ),
            Task("Roll a single die", "A dr of your side.", "/dr dice:1 purpose:wind"),
            Task(
                "Who of several", "Random Selection: the highest dice, ties and all.", "/select location:G5"
            ),
            Task("Free dice", "Any dice, at most 100.", "/roll dice:3d6+1"),
            Task("A SAN was thrown", "The side that threw it is shot at.", "/unit sniper side:German"),
            Task(
                "Dice from a real table",
                "Typed in the order thrown; the other side agrees.",
                "/mc result:NMC units:A dice:3,4",
            ),
        ),
    ),
    Topic(
        "One unit",
        (
            Task(
                "A leader was wounded",
                "By what is not rolled here; the severity dr and what his loss brings.",
                "/unit wound unit:Schmidt",
            ),
            Task("Break of one's own will", "Yours alone to say.", "/unit break unit:A"),
            Task("Fire Final Protective Fire", "The firers check on their own IFT DR.", "/unit fpf units:A"),
            Task(
                "Out of ammunition",
                "An Original 12 on the IFT under Ammunition Shortage.",
                "/unit ammo unit:A",
            ),
            Task("An Original 2 fell elsewhere", "Heat of Battle alone.", "/unit hob unit:A"),
            Task(
                "A unit is berserk",
                "Whom it must charge and what it drops; `normal` ends it.",
                "/unit berserk unit:D enemies:X 3, Orlov 5",
            ),
            Task("A hero stands up", "What he may do.", "/unit hero unit:Hans"),
        ),
    ),
    Topic(
        "Corrections",
        (
            Task(
                "Take back a mistake",
                "Nothing is erased; where dice fell or others rest on it, the other side is asked.",
                "/undo entry:11 reason:wrong hex",
            ),
            Task(
                "Correct a ruling",
                "Again with the same dice and the options that were wrong.",
                "/amend entry:12 result:1MC reason:wrong column",
            ),
        ),
    ),
    Topic(
        "The record",
        (
            Task("Look something up", "The newest entries; `/trail find` looks for some.", "/trail last"),
            Task("How the dice fell", "Losses and rolls, with the sample size.", "/game stats"),
            Task("Take the game home", "As a file, which anyone can verify.", "/trail export"),
            Task("What the bot lacks here", "Permissions, and how to give them.", "/selftest"),
            Task("End the game", "The other side agrees; then the seed is revealed.", "/game end"),
        ),
    ),
)
