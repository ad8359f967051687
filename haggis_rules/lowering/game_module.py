"""A whole game as one lowered module."""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.codegen.lowered.form import LoweredModule
from haggis_rules.codegen.lowered.pruning import pruned
from haggis_rules.ir.game import Game
from haggis_rules.lowering.bodies.body import context_of
from haggis_rules.lowering.bodies.chance import lower_chance
from haggis_rules.lowering.bodies.copying import lower_copying
from haggis_rules.lowering.choices.kept_choices import lower_kept_choices
from haggis_rules.lowering.choices.legal_choices import lower_choices
from haggis_rules.lowering.clauses.definitions import lower_definitions
from haggis_rules.lowering.clauses.transitions import lower_transitions
from haggis_rules.lowering.layouts.match_places import ALIGNED, MatchPlaces, places_of
from haggis_rules.lowering.layouts.observation_layout import ObservationLayout
from haggis_rules.lowering.layouts.state_layout import StateLayout
from haggis_rules.lowering.matches.batch_steps import lower_batches
from haggis_rules.lowering.matches.determinizing import lower_determinizing
from haggis_rules.lowering.matches.looking_ahead import lower_looking_ahead
from haggis_rules.lowering.matches.match_dealing import lower_dealing
from haggis_rules.lowering.matches.match_flow import lower_match_flow
from haggis_rules.lowering.matches.observations import lower_masks, lower_observations
from haggis_rules.lowering.matches.perft import lower_perft
from haggis_rules.lowering.matches.playouts import lower_playouts
from haggis_rules.lowering.search.play_finder import lower_finding


@dataclass(frozen=True, slots=True)
class LoweredGame:
    """A game as a module, and where a host finds its way in it."""

    module: LoweredModule
    places: MatchPlaces

    @property
    def game(self) -> Game:
        """The game that is lowered."""
        return self.places.game

    @property
    def layout(self) -> StateLayout:
        """The layout of a state."""
        return self.places.layout

    @property
    def matches(self) -> int:
        """Where the first match stands."""
        return self.places.matches

    @property
    def size(self) -> int:
        """How many bytes a match takes."""
        return self.places.size


def lower_game(game: Game) -> LoweredGame:
    """Lower a game. Raises ``NotLoweredError`` with the clause of what is not lowered."""
    context = context_of(game)
    plays = lower_finding(context)
    lower_definitions(context)
    lower_transitions(context)
    lower_chance(context)
    counted = lower_choices(context, plays)
    lower_dealing(context)
    lower_playouts(context)
    lower_copying(context)
    lower_match_flow(context)
    lower_perft(context)
    observation = ObservationLayout(game, context.layout)
    masks = lower_masks(context, observation)
    lower_observations(context, observation, masks)
    lower_looking_ahead(context, observation)
    lower_determinizing(context, observation, masks)
    counts_kept = lower_kept_choices(context, counted)
    lower_batches(context, observation, counts_kept=counts_kept)
    places = places_of(game, -(-context.memory.end // ALIGNED) * ALIGNED)
    functions, size = tuple(context.functions), places.matches + places.size
    return LoweredGame(pruned(LoweredModule(functions, context.memory.data, size)), places)
