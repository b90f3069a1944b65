"""Every key of a table's configuration, declared once: its values, its default, the line that describes it.

The defaults are those of the preset ``casino``.  Money is counted in chips (in ``replay``, in the unit of the
history file).
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, model_validator

from holdem_sim.engine.table import SEATS
from holdem_sim.schema import HANDS_PER_SESSION_ID
from holdem_sim.values import (
    BigBlinds,
    Chips,
    Conflict,
    MaybeChips,
    Number,
    Seats,
    Seconds,
    SomeChips,
    by_street,
    caps_by_players,
    exact,
    half_blind,
    house_chips,
    multiples_of_bet,
    shares_of_pot,
    tax_steps,
)


class Section(BaseModel):
    """A group of keys: frozen, and closed to keys that are not declared."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Table(Section):
    """The table and its stakes."""

    seats: Seats = 9
    """seats at the table"""
    small_blind: SomeChips = 50
    """chips; half of the big blind unless it is given (H-II.1)"""
    big_blind: SomeChips = 100
    """chips"""
    currency: Annotated[str, Field(max_length=8)] = ""
    """sign or name of the money, for display"""
    chip_value: Annotated[Number, exact(0, 1_000_000, above=True)] = 1
    """what one chip is worth in the currency"""

    @model_validator(mode="before")
    @classmethod
    def _half(cls, given: Any) -> Any:
        if isinstance(given, dict) and "big_blind" in given and "small_blind" not in given:
            return {**given, "small_blind": half_blind(given["big_blind"])}
        return given

    @model_validator(mode="after")
    def _order(self) -> Table:
        if self.small_blind > self.big_blind:
            raise Conflict(
                f"table.small_blind = {self.small_blind} is larger than table.big_blind = {self.big_blind}"
            )
        return self


class Session(Section):
    """How long a session lasts."""

    hands: Annotated[int, exact(1, HANDS_PER_SESSION_ID, whole=True)] = 360
    """hands in a session"""
    hours: Annotated[Number, exact(0, 100_000)] = 0
    """simulated hours after which it ends, if that is earlier; 0: no limit"""
    min_players: Seats = 2
    """players needed to open it (H-VI.1)"""


class BuyIn(Section):
    """What a player may bring."""

    min_bb: BigBlinds = 10
    """big blinds; the least when the table opens, and from who has no chips left (H-VI.2, H-XVI.4)"""
    max_bb: BigBlinds = 100
    """big blinds; the most that a buy-in or rebuy may lead to (H-VI.2, H-XVI.2)"""
    late_min_bb: BigBlinds = 20
    """big blinds; the least from who joins a running game (H-VI.3)"""

    @model_validator(mode="after")
    def _order(self) -> BuyIn:
        for name in ("min_bb", "late_min_bb"):
            least = getattr(self, name)
            if least > self.max_bb:
                raise Conflict(f"buy_in.{name} = {least} is larger than buy_in.max_bb = {self.max_bb}")
        return self


class Tax(Section):
    """What the house takes (H I, "Tax")."""

    percent: Annotated[Number, exact(0, 100)] = 5
    """of the total pot without the uncalled bet"""
    cap: MaybeChips = None
    """chips; the most that is taken from a hand"""
    cap_bb: Annotated[Number | None, exact(0, 1_000_000, also="none")] = None
    """the same in big blinds; of several caps the smallest holds"""
    cap_by_players: Annotated[dict[int, Number] | None, PlainValidator(caps_by_players)] = None
    """the same in chips by players dealt in: {2 = 10, 5 = 20} is 10 for two to four, 20 from five on"""
    steps: Annotated[tuple[tuple[Number, Number], ...], PlainValidator(tax_steps)] = ()
    """instead of the percentage: [[20, 1], [40, 2]] is 1 chip from pots of 20 on, 2 from 40 on"""
    no_flop_no_drop: bool = False
    """true: no tax and no extra drop from a hand without a flop"""
    min_pot: Chips = 0
    """chips; smaller pots are not taxed"""
    unit: SomeChips = 1
    """chips; the smallest chip in which tax is cut"""
    rounding: Literal["down", "nearest", "up"] = "down"
    """to the unit: down, nearest or up"""
    spread: Literal["proportional", "main-first"] = "proportional"
    """how side pots share the tax: proportional or main-first"""
    extra_drop: Chips = 0
    """chips from a pot for the promotion fund, recorded apart"""
    extra_drop_min_pot: Chips = 0
    """chips; the smallest pot that pays the extra drop"""
    time_charge: Chips = 0
    """chips from every player each half hour, taken before a hand"""
    heads_up_factor: Annotated[Number, exact(0, 100)] = 1
    """multiplies the percentage when only two are dealt in"""

    @model_validator(mode="after")
    def _at_most_all(self) -> Tax:
        if Fraction(self.percent) * Fraction(self.heads_up_factor) > 100:
            factor = self.heads_up_factor
            raise Conflict(f"tax.percent = {self.percent} times tax.heads_up_factor = {factor} is above 100")
        return self


FIXED_LIMIT_BETS = (1, 1, 2, 2)
"""Big blinds: the small bet before and on the flop, the big bet after it (G-1)."""


class Rules(Section):
    """The rules of play."""

    betting: Literal["no-limit", "pot-limit", "fixed-limit"] = "no-limit"
    """no-limit, pot-limit or fixed-limit (G-1)"""
    min_raise: Literal["double", "increment", "double-increment"] = "double"
    """the smallest raise: double, increment or double-increment (H-IX.4)"""
    raise_cap: Annotated[int, exact(1, 1000, whole=True)] = 4
    """fixed-limit: most bets on a street while three or more are in (G-1)"""
    min_bet_by_street: Annotated[tuple[Number, ...], PlainValidator(by_street)] = (1, 1, 1, 1)
    """big blinds; the smallest bet before the flop, on flop, turn and river; not in fixed-limit (G-2)"""
    after_all_in: Literal["free", "pot"] = "free"
    """raises in a round in which somebody is all-in: free, or pot for exactly the pot (G-4)"""
    bet_sizes: Annotated[tuple[Number, ...], PlainValidator(shares_of_pot)] = ()
    """percentages of the pot that may be bet; empty: any bet (D-1)"""
    raise_factors: Annotated[tuple[Number, ...], PlainValidator(multiples_of_bet)] = ()
    """multiples of the bet to which may be raised; empty: any raise (D-1)"""
    odd_chips: Literal["all-to-first", "one-each"] = "all-to-first"
    """who gets what a pot cannot be divided into: all-to-first or one-each (H-X.1)"""
    chip_unit: SomeChips = 1
    """chips; the smallest chip in which a pot is divided (H-X.1)"""
    pot_order: Literal["side-first", "main-first"] = "side-first"
    """the order in which pots are decided: side-first or main-first (H-XI.2)"""
    heads_up: Literal["button-small-blind", "literal"] = "button-small-blind"
    """the small blind of two players: button-small-blind or literal (H-II.1)"""
    button: Literal["moving", "dead"] = "moving"
    """moving to the next player dealt in, or dead: a seat that was left may get it once (H-II.8)"""
    entry_post: Literal["dead", "live"] = "dead"
    """whether the big blind that a newcomer posts is dead or live (H-XIV.1)"""
    leave: Literal["round", "any-hand"] = "round"
    """when a player with chips may leave: round or any-hand (H-VI.5)"""
    separate_parties: bool = False
    """true: players of a party never sit at one table (H-VI.9)"""
    ante: Chips = 0
    """chips from every player dealt in"""
    max_straddles: Annotated[int | str, exact(0, SEATS, whole=True, also="all")] = "all"
    """the longest chain of straddles (H-XII.1)"""
    chip_values: Annotated[tuple[Number, ...], PlainValidator(house_chips)] = (1, 5, 25, 100, 500, 1000, 5000)
    """the house's chips: whether an amount is a single one (H-IX.7)"""

    @property
    def least_bets(self) -> tuple[Number, ...]:
        """The smallest bet by street in big blinds; in fixed-limit the only one (G-1, G-2)."""
        return FIXED_LIMIT_BETS if self.betting == "fixed-limit" else self.min_bet_by_street

    @model_validator(mode="after")
    def _one_bet(self) -> Rules:
        if self.betting != "fixed-limit":
            return self
        if self.after_all_in != "free":
            raise Conflict(
                f'rules.after_all_in = "{self.after_all_in}" and rules.betting = "fixed-limit" exclude each '
                'other: fixed-limit knows one bet; set rules.after_all_in = "free", or another betting'
            )
        for name in ("bet_sizes", "raise_factors"):
            if getattr(self, name):
                raise Conflict(
                    f'rules.{name} and rules.betting = "fixed-limit" exclude each other: fixed-limit knows one '
                    f"bet; set rules.{name} = [], or another betting"
                )
        return self


class Deal(Section):
    """The shuffle."""

    shuffle: Literal["uniform", "hand"] = "uniform"
    """uniform, or hand: the deck as it was collected, shuffled as people do (H-II.9)"""
    wash_seconds: Annotated[Number, exact(0, 3600)] = 60
    """how long a deck is washed before a shuffle by hand, beside clock.deal_s (H-II.9)"""


class Clock(Section):
    """Simulated time, in seconds; the defaults make 30 to 35 hands an hour with nine players."""

    deal_s: Seconds = 45
    """to shuffle, cut and deal"""
    action_s: Seconds = Decimal("3.5")
    """for a decision"""
    street_s: Seconds = 4
    """to burn and open the flop, the turn, the river"""
    showdown_s: Seconds = 15
    """to show and read the hands, cut the tax and push the pots"""
    error_s: Seconds = 60
    """to put a dealing error right"""


Rate = Annotated[Number, exact(0, 1)]


class DealerErrors(Section):
    """How often the dealer makes which error: a rate for each chance he has to make it."""

    exposed_pocket_card: Rate = 0
    """a deal: a pocket card is exposed after the deal; misdeal (H-VII.1)"""
    extra_pocket_card: Rate = 0
    """a deal: too many pocket cards; misdeal (H-VII.1)"""
    two_cards_face_up: Rate = 0
    """a deal: two cards lie face up in the deck; misdeal (H-VII.1)"""
    one_card_face_up: Rate = 0
    """a deal: one card lies face up in the deck and is the next burn card (H-VII.2)"""
    wrong_order: Rate = 0
    """a deal: cards dealt in the wrong order; misdeal (H-VII.1)"""
    wrong_button: Rate = 0
    """a deal: the button is at the wrong player; misdeal (H-VII.1)"""
    dealt_to_absent: Rate = 0
    """a deal with a seat that is not in the hand: it is dealt a card; misdeal (H-VII.1)"""
    wrong_back: Rate = 0
    """a deal: a card of another back in the deck; misdeal (H-VII.1)"""
    duplicate_card: Rate = 0
    """a deal: two equal cards; misdeal (H-VII.1)"""
    board_card_to_player: Rate = 0
    """a street: a board card gets mixed into a player's hand; misdeal (H-VII.1)"""
    premature_flop: Rate = 0
    """a first betting round: the flop is opened before its last player has spoken (H-VIII.1)"""
    flop_without_burn: Rate = 0
    """a flop: it is opened without a burn (H-VIII.2)"""
    premature_turn_or_river: Rate = 0
    """a betting round on flop or turn: the next card is opened before its last player has spoken (H-VIII.3)"""
    exposed_burn: Rate = 0
    """a burn: the burn card is exposed (H-VIII.4)"""
    turn_and_river_together: Rate = 0
    """a turn: the river is opened with it (H-VIII.5)"""
    short_deck_after_hand: Rate = 0
    """a hand: the deck is found short after it (H-VII.3)"""
    wrong_pot: Rate = 0
    """a hand: a pot is pushed to the wrong player, and put right (H-VI.10)"""


class Keys(Section):
    """All sections."""

    table: Table = Table()
    session: Session = Session()
    buy_in: BuyIn = BuyIn()
    tax: Tax = Tax()
    rules: Rules = Rules()
    deal: Deal = Deal()
    clock: Clock = Clock()
    dealer_errors: DealerErrors = DealerErrors()


def declared() -> Iterator[tuple[str, str]]:
    """Every key as ``(dotted name, description)``, in the order of declaration."""
    for name, field in Keys.model_fields.items():
        section = field.annotation
        if isinstance(section, type) and issubclass(section, Section):
            for inner, about in section.model_fields.items():
                yield f"{name}.{inner}", about.description or ""
        else:
            yield name, field.description or ""
