"""The configuration of a run: a table, its rules and tax, and who plays.

:func:`load` puts one together from a preset or file, a lineup and ``--set``; :meth:`Config.to_json` and
:meth:`Config.from_json` keep it in ``run.json``; :meth:`Config.rules_record` and :meth:`Config.types_array`
turn it into what the engine reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field, PrivateAttr, ValidationError, model_validator

from holdem_sim import settings
from holdem_sim.engine.table import MAX_CHIPS
from holdem_sim.errors import UsageError
from holdem_sim.keys import Keys, Section, declared
from holdem_sim.lineup import EMPTY, Lineup, PlayerType, beside, parse_players
from holdem_sim.settings import Settings
from holdem_sim.values import Conflict

if TYPE_CHECKING:
    import numpy as np

Model = TypeVar("Model", bound=Section)
LEAST_DEAL_S = Decimal("0.001")
"""Where people come and go between hands, the clock has to tell one moment from the next."""
DEFAULT_TABLE = "casino"
DEFAULT_LINEUP = "live-low-stakes"
OWN_LINEUP = "default_lineup"
"""Key of a table's file: the lineup that plays there when none is given."""


class Config(Keys):
    """Everything that says how a run is played, but for its seed and its number of hands."""

    name: Annotated[str, Field(pattern=r"^[^/\\\x00-\x1f\x7f]{1,100}$")] = DEFAULT_TABLE
    """the preset, or the file's name; new folders of runs are named after it"""
    description: str = ""
    """what the table is"""
    lineup: Lineup = Field(default_factory=lambda: load_lineup(DEFAULT_LINEUP))
    """who plays"""

    _given: frozenset[str] = PrivateAttr(default=frozenset())

    @property
    def given(self) -> frozenset[str]:
        """The keys that ``--set`` named."""
        return self._given

    @property
    def specs(self) -> tuple[str, ...]:
        """The strategies of the lineup as they were asked for, each once, in the order of the types."""
        return tuple(dict.fromkeys(kind.strategy for kind in self.lineup.types.values()))

    @model_validator(mode="after")
    def _playable(self) -> Config:
        least, seats = self.session.min_players, self.table.seats
        if least > seats:
            raise Conflict(f"session.min_players = {least} is larger than table.seats = {seats}")
        plan, _ = self.lineup.seating(seats)
        taken = sum(place != EMPTY for place in plan)
        if taken < least:
            raise Conflict(f"the lineup fills {taken} of {seats} seats, but session.min_players = {least}")
        together = self.lineup.most_apart(plan) if self.rules.separate_parties else taken
        if together < least:
            raise Conflict(
                f"with rules.separate_parties = true no more than {together} of the lineup may sit together, but "
                f"session.min_players = {least}; give fewer types a party, or different ones"
            )
        if self.clock.deal_s < LEAST_DEAL_S:
            for name, kind in self.lineup.types.items():
                if kind.restless is not None:
                    raise Conflict(
                        f"clock.deal_s = {self.clock.deal_s} lets no time pass between hands, but "
                        f"lineup.types.{name}.{kind.restless} needs it; set clock.deal_s to {LEAST_DEAL_S} or more"
                    )
        deepest = self.buy_in.max_bb * self.table.big_blind
        if seats * (self.session.hands + 1) * deepest > MAX_CHIPS:
            raise Conflict(
                f"a session could bring more than {MAX_CHIPS:,} chips to the table; "
                "lower table.big_blind, buy_in.max_bb or session.hands"
            )
        return self

    def to_json(self) -> dict[str, Any]:
        """The whole configuration for ``json.dumps``; decimals stay exact (see :func:`settings.as_json`)."""
        return settings.as_json(self.model_dump())

    @classmethod
    def from_json(cls, data: Mapping[str, Any], place: str = "run.json") -> Config:
        """The configuration that :meth:`to_json` wrote; UsageError names what is wrong in it."""
        if not isinstance(data, Mapping):
            raise UsageError(f"the configuration in {place} is no object")
        nest = Settings()
        nest.add(data, place)
        return _model(Config, nest)

    def with_settings(self, words: Iterable[str]) -> Config:
        """The same configuration with ``key=value`` words applied, as ``--set`` does."""
        words = tuple(words)
        if not words:
            return self
        nest = Settings()
        nest.add(self.to_json(), "")
        return _set(nest, words)

    def rules_record(self, seed: int = 0, **how: Any) -> np.record:
        """The rules as the engine reads them: see :func:`holdem_sim.resolve.rules_record`."""
        from holdem_sim.resolve import rules_record

        return rules_record(self, seed, **how)

    def types_array(self, **how: Any) -> np.ndarray:
        """The player types as the engine reads them: see :func:`holdem_sim.resolve.types_array`."""
        from holdem_sim.resolve import types_array

        return types_array(self, **how)


def load(
    table: str = DEFAULT_TABLE,
    lineup: str | None = None,
    *,
    players: str | None = None,
    hero: str | None = None,
    words: Iterable[str] = (),
) -> Config:
    """A configuration from the options of the command line.

    Parameters
    ----------
    table, lineup
        The name of a shipped one, or the path of a TOML file.  Without a lineup the one that the table's file
        names as its ``default_lineup`` plays, or else :data:`DEFAULT_LINEUP`.
    players
        ``"spec*3,spec"`` instead of a lineup; seats are filled in order.
    hero
        A strategy that gets one of the lineup's seats.
    words
        ``key=value``, as given to ``--set``.

    Raises UsageError for whatever cannot be meant.
    """
    if players is not None and lineup is not None:
        raise UsageError("--players and --lineup exclude each other; give one of them")
    nest = Settings()
    path = settings.find("tables", table)
    contents = settings.read_toml(path)
    if "lineup" in contents:
        raise UsageError(f"{path} holds a lineup; keep it in a file of its own and name that with --lineup")
    own = _own_lineup(contents, path)
    nest.add({"name": path.stem, **contents}, str(path))
    if players is not None:
        chosen, place = parse_players(players), "--players"
    else:
        source = own if lineup is None else settings.find("lineups", lineup)
        chosen, place = load_lineup(source), str(source)
    if hero is not None:
        chosen = chosen.with_hero(hero)
    nest.add({"lineup": chosen.model_dump()}, place)
    return _set(nest, tuple(words))


def _own_lineup(contents: dict[str, Any], path: Path) -> Path:
    """The file of the lineup that a table names as its ``default_lineup`` (taken out of ``contents``).

    A path is taken from the folder of the table's file.
    """
    name = contents.pop(OWN_LINEUP, DEFAULT_LINEUP)
    where = f"{OWN_LINEUP} = {settings.as_toml(name)} in {path}"
    if not isinstance(name, str) or not name:
        raise UsageError(f"{where}: must be the name of a lineup, or the path of its file")
    if name not in settings.shipped("lineups") and (path.parent / name).is_file():
        return path.parent / name
    try:
        return settings.find("lineups", name)
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None


def load_lineup(source: str | Path) -> Lineup:
    """A lineup by the name of a shipped one or the path of a TOML file.

    Relative paths of strategies in a file are taken from the file's folder.
    """
    path = settings.find("lineups", source) if isinstance(source, str) else source
    nest = Settings()
    nest.add({"name": path.stem, **settings.read_toml(path)}, str(path))
    types = nest.get("types")
    for name in types if isinstance(types, Mapping) else ():
        spec = nest.get("types", name, "strategy")
        if isinstance(spec, str):
            nest.put(("types", name, "strategy"), beside(spec, path.parent), str(path))
    return _model(Lineup, nest)


def _set(nest: Settings, words: tuple[str, ...]) -> Config:
    nest.set_all(words)
    config = _model(Config, nest)
    config._given = frozenset(word.partition("=")[0].strip() for word in words)
    return config


def _model(model: type[Model], nest: Settings) -> Model:
    """A model of the nest's values; UsageError in plain words."""
    try:
        return model.model_validate(nest.values)
    except ValidationError as error:
        raise settings.in_words(error, nest, _known(model, nest)) from None


def _known(model: type[Section], nest: Settings) -> list[str]:
    """The names that a misspelt key of ``nest`` may have meant."""
    lineup = nest.values if model is Lineup else nest.get("lineup")
    types = lineup.get("types") if isinstance(lineup, Mapping) else None
    kinds = types if isinstance(types, Mapping) else ()
    fields = list(Lineup.model_fields)
    fields += [f"types.{kind}.{key}" for kind in kinds for key in PlayerType.model_fields]
    if model is Lineup:
        return fields
    return (
        [name for name, _ in declared()]
        + ["name", "description", OWN_LINEUP]
        + [f"lineup.{name}" for name in fields]
    )
