"""What people want to do in a campaign, and the command for it: the help in its channel."""

from __future__ import annotations

from bot.words.tasks import Task, Topic

DESK_TOPICS = (
    Topic(
        "Begin",
        (
            Task(
                "Put everyone on the map",
                "A file to fill in; /campaign import takes it.",
                "/campaign template",
            ),
            Task(
                "Take a side", "Its OAC; the join is that side's cut of the dice.", "/game join side:Soviet"
            ),
            Task(
                "Share the work",
                "A commander orders his DSU; /campaign role names deputies and further GoW too.",
                "/campaign role commander dsu:96 who:@carl",
            ),
        ),
    ),
    Topic(
        "The day",
        (
            Task("What the day waits for", "Nothing of it can be skipped.", "/campaign open"),
            Task("Who is awaited", "For orders, a battle file or a cut, and since when.", "/campaign clock"),
            Task("The next phase", "After Orders every seal is opened.", "/campaign next"),
        ),
    ),
    Topic(
        "Orders",
        (
            Task(
                "Give orders",
                "Sealed until Movement: MOB, DEF, RES, consolidations, night attacks; a form without text.",
                "/campaign orders text:GR 283 DEF; GR 284 MOB",
            ),
            Task(
                "Move a division",
                "Stacking, capture and shattered DSUs are seen to.",
                "/campaign move dsu:96 sector:C3",
            ),
        ),
    ),
    Topic(
        "Battles",
        (
            Task(
                "Report a battle",
                "Then the losses: /campaign losses.",
                "/campaign battle sector:D2 attackers:Totenkopf defenders:34th result:won captured:True",
            ),
            Task("Enter losses", "SP by RSU and kind.", "/campaign losses text:GR 283: leg 30, heavy 5"),
            Task("REMO checks", "The sheet of the day; its button rolls it all, once.", "/remo"),
            Task(
                "A DSU must retreat",
                "Legal sectors are ranked, overstacks checked on the spot.",
                "/campaign retreat",
            ),
            Task("Recovery", "Replacements, consolidations, checks, in their order.", "/campaign recovery"),
        ),
    ),
    Topic(
        "Look",
        (
            Task("See the map", "For you alone.", "/campaign map"),
            Task(
                "A regiment's history", "And the number that it would check on.", "/campaign rsu rsu:GR 283"
            ),
            Task("Strength of the sides", "Today and since the start.", "/campaign standing"),
            Task("Tell the day", "As sentences to copy into a mail.", "/campaign diary"),
        ),
    ),
    Topic(
        "Corrections",
        (
            Task(
                "Enter something by hand",
                "Strength, fatigue, owner of a sector, weather, each with a reason.",
                "/campaign hand record topic:weather text:snow reason:rolled by mail",
            ),
            Task(
                "A strength was wrong",
                "The batch is decided again with its dice, once both OAC agree.",
                "/campaign hand batch entry:20 rsu:GR 283 leg:300 reason:a typing error",
            ),
        ),
    ),
    Topic(
        "The record",
        (
            Task("What the bot lacks here", "Permissions, and how to give them.", "/selftest"),
            Task("End the campaign", "Both OAC agree; then the seed is revealed.", "/game end"),
        ),
    ),
)
