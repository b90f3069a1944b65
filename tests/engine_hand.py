"""One hand in the engine, told in the words of the reference dealer.

The engine is driven through the functions that the simulator and ``replay`` use. What it wrote down and left
in its table comes back as the reference dealer's :class:`oracle.course.Course`, so that the two can be
compared as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdem_sim.engine import betting, hand
from holdem_sim.engine.deal import deal_pocket_cards
from holdem_sim.engine.limits import SIZE_SCALE, is_limited
from holdem_sim.engine.rulings import raise_to, rule
from holdem_sim.engine.table import BLOCK, TABLE
from holdem_sim.schema import ACTIONS
from oracle.course import Act, Course, Decision, Start
from oracle.house import House
from oracle.settlement import Pot
from records import empty_record, make_rules, seats_of

ACTION = {name: number for number, name in enumerate(ACTIONS)}
MIN_RAISES = ("double", "increment", "double-increment")
BETTINGS = ("no-limit", "pot-limit", "fixed-limit")
FIXED_LIMIT_BETS = (1, 1, 2, 2)
HEADS_UP = ("button-small-blind", "literal")

recorded = empty_record(BLOCK)
_ROWS = ("actions", "awards", "hands", "seats", "pots")


def engine_rules(house: House, start: Start):
    """The engine's record of a house's rules."""
    tax, big_blind = house.tax, start.blinds[1]
    caps = [] if tax.cap is None else [tax.cap]
    if tax.cap_bb is not None:
        caps.append(int(tax.cap_bb * big_blind))
    rules = make_rules(
        percent=tax.percent,
        heads_up_factor=tax.heads_up_factor,
        cap=min(caps, default=None),
        cap_by_players=tax.cap_by_players,
        steps=tax.steps,
        rounding=tax.rounding,
        spread=tax.spread,
        odd_chips=house.odd_chips,
        pot_order=house.pot_order,
        unit=tax.unit,
        min_pot=tax.min_pot,
        no_flop_no_drop=int(tax.no_flop_no_drop),
        extra_drop=tax.extra_drop,
        extra_drop_min_pot=tax.extra_drop_min_pot,
        chip_unit=house.chip_unit,
        small_blind=start.blinds[0],
        big_blind=big_blind,
        seats=len(start.stacks),
        min_raise=MIN_RAISES.index(house.min_raise),
        heads_up=HEADS_UP.index(house.heads_up),
    )
    units = FIXED_LIMIT_BETS if house.betting == "fixed-limit" else house.min_bet_by_street
    rules.min_bet[:] = [unit * big_blind for unit in units]
    rules.betting = BETTINGS.index(house.betting)
    rules.raise_cap = house.raise_cap
    rules.pot_after_all_in = house.after_all_in == "pot"
    rules.bet_sizes, rules.raise_factors = len(house.bet_sizes), len(house.raise_factors)
    rules.bet_size[: len(house.bet_sizes)] = [int(share * SIZE_SCALE / 100) for share in house.bet_sizes]
    rules.raise_factor[: len(house.raise_factors)] = [int(n * SIZE_SCALE) for n in house.raise_factors]
    rules.limited = is_limited(rules)
    return rules


class EngineHand:
    """A hand that waits in the engine for the next player's answer."""

    def __init__(self, house: House, start: Start, deck: Sequence[int]) -> None:
        self.start = start
        self.rules = engine_rules(house, start)
        self.table = table = empty_record(TABLE)
        for rows in _ROWS:
            recorded[f"{rows}_rows"] = 0
        table.player[:] = range(len(table.player))
        table.stack[: len(start.stacks)] = start.stacks
        table.button = start.button
        hand.reset_hand(table)
        for seat, chips in enumerate(start.stacks):
            if chips > 0:
                hand.deal_in(table, seat)
        self.order = self._dealing_order(house)
        table.deck[:] = deck
        table.drawn = len(deck)
        self._post()
        deal_pocket_cards(table, self.rules, self.order[0])
        hand.open_betting(table, self.rules)
        self.decisions: list[Decision] = []
        self._advance()

    def _dealing_order(self, house: House) -> list[int]:
        """The seats dealt in, clockwise from the small blind."""
        seats = len(self.start.stacks)
        clockwise = [(self.start.button + i) % seats for i in range(1, seats + 1)]
        order = [seat for seat in clockwise if self.start.stacks[seat] > 0]
        if len(order) == 2 and house.heads_up == "button-small-blind":
            order.reverse()
        return order

    def _put(self, seat: int, action: str, chips: int, layered_ante: bool = True) -> None:
        if chips > 0:
            hand.post(self.table, self.rules, recorded, seat, ACTION[action], chips, layered_ante)

    def _post(self) -> None:
        start = self.start
        for seat in self.order:
            self._put(seat, "post-ante", start.antes.get(seat, 0), not start.dead_antes)
        names = ["post-small-blind", "post-big-blind"] + ["straddle"] * (len(start.blinds) - 2)
        for seat, name, chips in zip(self.order, names, start.blinds, strict=False):
            self._put(seat, name, chips)
        for seat in self._from_the_button():
            self._put(seat, "post-dead", start.dead_posts.get(seat, 0))
            self._put(seat, "post-live", start.live_posts.get(seat, 0))

    def _from_the_button(self) -> list[int]:
        seats = len(self.start.stacks)
        return [(self.start.button + i) % seats for i in range(1, seats + 1)]

    def _advance(self) -> None:
        """On to the next decision, or to the end of the betting."""
        while self.table.actor < 0 and not hand.is_over(self.table):
            hand.next_street(self.table, self.rules)

    @property
    def decision(self) -> Decision | None:
        """Who is to act and what he may do; None when the betting is over."""
        seat = int(self.table.actor)
        if seat < 0:
            return None
        to_call, low, high = (int(x) for x in betting.bounds(self.table, self.rules, seat))
        assert (low == 0) == (high == 0)
        return Decision(seat, to_call, low or None, high or None, to_call == 0)

    def act(self, word: str, to: int) -> None:
        """Carry out an answer of the player to act: fold, check, call or raise (to)."""
        decision = self.decision
        assert decision is not None
        self.decisions.append(decision)
        if word == "raise":
            word = "bet" if self.table.current_bet == 0 else "raise"
        betting.act(self.table, self.rules, recorded, decision.seat, ACTION[word], to)
        hand.pass_turn(self.table)
        self._advance()

    def ruled(self, wish: int) -> tuple[str, int, bool]:
        """What a decision of the player to act comes to: the action, the bet, whether it was corrected."""
        decision = self.decision
        assert decision is not None
        low, high = decision.min_raise_to or 0, decision.max_raise_to or 0
        action, to, corrected, wanted, wanted_to = rule(
            self.table, self.rules, decision.seat, wish, decision.to_call, low, high
        )
        assert corrected == (wanted >= 0) == (wanted_to >= 0)
        return ACTIONS[action], int(to), bool(corrected)

    def nearest(self, chips: int) -> int:
        """The bet that a wish to raise comes to."""
        return self.ruled(raise_to(chips))[1]

    def settle(self) -> Course:
        """Rank, tax, push; the whole course of the hand."""
        table = self.table
        if table.live & (table.live - 1):
            hand.rank_hands(table)
        showdown = bool(hand.settle(table, self.rules, recorded, bool(table.board_cards >= 3)))
        dealt = sorted(self.order)
        shown = [seat for seat in dealt if table.show_order[seat] >= 0]
        return Course(
            acts=self._acts(),
            decisions=self.decisions,
            hole={seat: [int(card) for card in table.hole[seat]] for seat in dealt},
            board=[int(card) for card in table.board if card >= 0],
            burned=[int(card) for card in table.burned if card >= 0],
            last_street=int(table.street),
            folded_street={s: int(table.folded_street[s]) for s in dealt if table.folded_street[s] >= 0},
            showdown=showdown,
            pots=self._pots(),
            awards=self._awards(),
            pot=int(table.pot),
            tax=int(table.tax),
            extra_drop=int(table.extra_drop),
            uncalled_seat=int(table.uncalled_seat) if table.uncalled_seat >= 0 else None,
            uncalled=int(table.uncalled),
            show_order=sorted(shown, key=lambda seat: table.show_order[seat]),
            stacks=[int(chips) for chips in table.stack[: len(self.start.stacks)]],
        )

    def _acts(self) -> list[Act]:
        rows = recorded.actions
        return [
            Act(
                street=int(rows.street[i]),
                seat=int(rows.seat[i]),
                action=ACTIONS[rows.action[i]],
                amount=int(rows.amount[i]),
                to=int(rows.to[i]),
                to_call=int(rows.to_call[i]),
                pot_before=int(rows.pot_before[i]),
                stack_before=int(rows.stack_before[i]),
                all_in=bool(rows.all_in[i]),
            )
            for i in range(recorded.actions_rows)
        ]

    def _awards(self) -> list[tuple[int, int, int]]:
        rows = recorded.awards
        return [
            (int(rows.pot_no[i]), int(rows.seat[i]), int(rows.amount[i])) for i in range(recorded.awards_rows)
        ]

    def _pots(self) -> list[Pot]:
        table, awards = self.table, self._awards()
        return [
            Pot(
                amount=int(table.pot_amount[i]),
                contenders=sorted(seats_of(table.pot_contenders[i])),
                tax=int(table.pot_tax[i]),
                extra_drop=int(table.pot_extra_drop[i]),
                awards=[(seat, chips) for pot_no, seat, chips in awards if pot_no == i],
            )
            for i in range(table.pots)
        ]
