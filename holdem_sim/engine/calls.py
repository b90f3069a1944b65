"""How the engine calls a strategy: by the address of its compiled code.

Every ``decide`` takes one record of the same size and layout and returns one int64, so an address is all
the compiled loop has to know; what a strategy is called, and how many there are, never recompiles the
engine.  With the compiler off an "address" is a number in :data:`FUNCTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holdem_sim.engine.jit import COMPILED

FUNCTIONS: dict[int, Callable] = {}
"""Functions by number, for when the compiler is off."""


def address_of(dispatcher) -> int:
    """The address of a compiled function with exactly one signature (a number when the compiler is off)."""
    if not COMPILED:
        number = len(FUNCTIONS) + 1
        FUNCTIONS[number] = dispatcher
        return number
    (signature,) = dispatcher.signatures
    overload = dispatcher.overloads[signature]
    return overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name)


def address_for(kernel: Any, *arguments: Any) -> int:
    """The address of a kernel's version for arguments such as these, which is compiled if it is not yet."""
    if not COMPILED:
        return next((n for n, known in FUNCTIONS.items() if known is kernel), 0) or address_of(kernel)
    import numba

    kernel.compile(tuple(numba.typeof(argument) for argument in arguments))
    return address_of(kernel)


call_decide: Any
"""``call_decide(address, spot)``: the decision (int64) of the strategy at ``address``."""
call_observe: Any
"""``call_observe(address, hand, memory)``: the strategy sees a hand; ``memory`` is a record of 256 bytes."""
call_hook: Any
"""``call_hook(address, table, rules, types, block, argument)``: see :mod:`holdem_sim.engine.hooks`."""

if COMPILED:
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def _call_by_address(context, builder, signature, args):
        """Call ``args[0]`` with the rest, in Numba's own convention, so that an exception comes back as one."""
        argument_types = signature.args[1:]
        function_type = context.call_conv.get_function_type(signature.return_type, argument_types)
        pointer = builder.inttoptr(args[0], function_type.as_pointer())
        status, result = context.call_conv.call_function(
            builder, pointer, signature.return_type, argument_types, args[1:]
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result

    def _decide(typing_context, address, spot):
        return types.int64(address, spot), _call_by_address

    def _observe(typing_context, address, hand, memory):
        return types.none(address, hand, memory), _call_by_address

    def _hook(typing_context, address, table, rules, kinds, block, argument):
        return types.int64(address, table, rules, kinds, block, types.int64), _call_by_address

    call_decide, call_observe, call_hook = intrinsic(_decide), intrinsic(_observe), intrinsic(_hook)
else:

    def _call_decide(address, spot):
        return int(FUNCTIONS[address](spot))

    def _call_observe(address, hand, memory):
        FUNCTIONS[address](hand, memory)

    def _call_hook(address, table, rules, types, block, argument):
        return int(FUNCTIONS[int(address)](table, rules, types, block, argument))

    call_decide, call_observe, call_hook = _call_decide, _call_observe, _call_hook
