"""Reads a campaign from plain JSON objects in the forms of the numbered cases."""

from __future__ import annotations

from rules.given import Given
from rules.konrad.book import Book
from rules.konrad.campaign import Battle, Campaign, Combatant, NightAttackPlan, Phase, Record, Topic
from rules.konrad.campaign_map import CampaignMap
from rules.konrad.read_dsu import read_dsus
from rules.konrad.read_map import known_sector, read_map, read_sector
from rules.konrad.read_rsu import read_scenario
from rules.konrad.read_settings import read_settings

MOST_DAYS = 10_000


def read_campaign(book: Book, given: Given) -> Campaign:
    """A campaign with its map, DSUs, settings, and what the GoW entered; the day defaults to 1.

    Whether its plans can be carried out is not looked at: RSUs may have parted since Orders.
    Raises Refused with the row of whatever is wrong.
    """
    settings = read_settings(given, book.settings)
    ground = read_map(given, book)
    campaign = Campaign(
        given.integer("day", 1, MOST_DAYS, 1),
        given.word("phase", Phase, Phase.WEATHER),
        ground,
        settings,
        read_dsus(given, book, ground),
        tuple(_night_attack(row, ground) for row in given.objects("night_attacks", ())),
        tuple(_battle(row, ground) for row in given.objects("battles", ())),
        tuple(_record(row) for row in given.objects("records", ())),
    )
    given.done()
    return campaign


def _night_attack(row: Given, ground: CampaignMap) -> NightAttackPlan:
    plan = NightAttackPlan(row.text("dsu"), read_sector(row, "sector", ground))
    row.done()
    return plan


def _battle(row: Given, ground: CampaignMap) -> Battle:
    battle = Battle(
        known_sector(row.text("sector"), f"{row.where}.sector", ground),
        row.flag("night", False),
        tuple(_combatant(dsu) for dsu in row.objects("attackers")),
        tuple(_combatant(dsu) for dsu in row.objects("defenders")),
    )
    row.done()
    return battle


def _combatant(row: Given) -> Combatant:
    """A DSU that fought; it may have left play since."""
    combatant = Combatant(row.text("dsu"), read_scenario(row), row.flag("armour_fought", False))
    row.done()
    return combatant


def _record(row: Given) -> Record:
    record = Record(
        row.integer("day", 1, MOST_DAYS),
        row.word("topic", Topic),
        row.text("of"),
        row.text("text"),
        row.text("author"),
        row.text("reason"),
    )
    row.done()
    return record
