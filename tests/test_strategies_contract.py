"""The contract, over every strategy that is found in the folder."""

import numpy as np
import pytest

from holdem_sim.compiling import compile_brain
from holdem_sim.config import load
from holdem_sim.dataset import open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.table import spot_dtype
from holdem_sim.light import LightMemory, light_spots
from holdem_sim.request import Request
from holdem_sim.simulate import run
from holdem_sim.sparring import Player
from holdem_sim.strategy import shipped
from holdem_sim.strategy_check import check_contract, check_style
from holdem_sim.strategy_style import STATISTICS, declared_style, measure_style

DECISIONS = 1_500 if COMPILED else 90
REFERENCES = {"always-call", "always-fold", "always-all-in", "uniform-random"}
STRATEGIES = shipped()
every_strategy = pytest.mark.parametrize("name", STRATEGIES)


@pytest.fixture(scope="module")
def played():
    """Each strategy's player and the cases it was tried on, made once."""
    made = {}

    def of(name):
        if name not in made:
            player = Player(STRATEGIES[name]())
            made[name] = (player, *check_contract(player, DECISIONS))
        return made[name]

    return of


@every_strategy
def test_contract(name, played):
    _, findings, cases = played(name)
    assert [f.check for f in findings] == ["legal", "limits", "deterministic", "batch size", "hidden cards"]
    for finding in findings:
        assert finding.kept, f"{name}: {finding.check}: {finding.text}"
    assert len(cases) == DECISIONS


@every_strategy
def test_every_wish_of_a_shipped_strategy_is_legal_as_it_stands(name, played):
    _, _, cases = played(name)
    assert not any(case.corrected for case in cases)


@every_strategy
def test_the_compiled_strategy_says_what_its_source_says(name, played):
    player, _, cases = played(name)
    some = cases[:: max(len(cases) // 150, 1)]
    memories = [light_memory(player.brain.strategy.memory, case.spot) for case in some]
    spots = light_spots(np.concatenate([case.spot for case in some]), memories)
    assert [player.brain.decide(spot) for spot in spots] == [case.answer for case in some]


def light_memory(dtype, spot):
    """A memory for plain Python with what the memory in the record of a compiled strategy holds."""
    memory, held = LightMemory(dtype), spot.view(np.ndarray).view(spot_dtype(dtype))["memory"][0]
    for name in dtype.names:
        setattr(memory, name, held[name].tolist())
    return memory


@every_strategy
def test_file_name_words_and_parameters(name):
    strategy = STRATEGIES[name]
    assert strategy.source is not None and strategy.source.stem == name.replace("-", "_")
    first, *rest = strategy.doc.splitlines()
    assert first.endswith(".") and len(first) > 30
    for parameter, default in strategy.parameters.items():
        assert isinstance(default, int | float)
        assert any(line.strip().startswith(f"{parameter} ") for line in rest), f"{parameter} is not explained"


@every_strategy
def test_parameters_can_be_given(name):
    doubled = {parameter: 2 * default for parameter, default in STRATEGIES[name].parameters.items()}
    brain = STRATEGIES[name](**doubled)
    words = ", ".join(f"{parameter}={value!r}" for parameter, value in doubled.items())
    assert brain.label == (f"{name}({words})" if words else name)
    assert compile_brain(brain).decide != 0


@every_strategy
def test_realistic_strategies_declare_all_of_their_style(name):
    declared = declared_style(STRATEGIES[name].doc)
    assert set(declared) == (set() if name in REFERENCES else set(STATISTICS))


@pytest.fixture(scope="module")
def default_run(tmp_path_factory):
    out = tmp_path_factory.mktemp("style") / "run"
    run(Request(load(), 7, 40_000, out))
    return open_run(out)


@pytest.mark.skipif(not COMPILED, reason="a style needs tens of thousands of hands")
@pytest.mark.parametrize("name", sorted(set(STRATEGIES) - REFERENCES))
def test_case_a77_strategies_play_the_style_they_declare(name, default_run):
    brain = STRATEGIES[name]()
    measured = measure_style(default_run, brain.label)
    finding = check_style(brain, measured)
    assert finding.kept, f"{name} {finding.text}"
    assert measured["VPIP"].chances > 5_000
    assert measured["PFR"].value <= measured["VPIP"].value
