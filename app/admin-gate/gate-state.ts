/** What stands in front of the page: the gate, which asks the server, could not, or asks to sign in. */
export type GateCover = 'checking' | 'unreachable' | 'closed';

/**
 * `open`: the page is seen. `covered`: it was opened and is kept in memory, with all that was typed in it, behind the
 * gate. `shut`: there is no page behind the gate.
 */
export type GateState =
  | { page: 'open'; name: string | null; isEnding: boolean }
  | { page: 'covered'; cover: GateCover; name: string | null }
  | { page: 'shut'; cover: GateCover };

export type GateEvent =
  /** A session is open; `name` is that of its producer, null when they gave none. */
  | { type: 'granted'; name: string | null }
  /** The open session is about to end by itself, or is not any more. */
  | { type: 'ending'; isEnding: boolean }
  /** The server knows of none, or it has ended: here, in another tab, or by its time. */
  | { type: 'ended' }
  /** The server could not be asked. */
  | { type: 'failed' }
  /** The server is asked, and until it has told nothing is shown. */
  | { type: 'checking' }
  /** Somebody has signed out here: nothing of the page is kept. */
  | { type: 'left' };

export const FIRST_STATE: GateState = { page: 'shut', cover: 'checking' };

export function reduceGate(state: GateState, event: GateEvent): GateState {
  switch (event.type) {
    case 'granted':
      return { page: 'open', name: event.name, isEnding: false };
    case 'ending':
      return state.page === 'open' && state.isEnding !== event.isEnding
        ? { ...state, isEnding: event.isEnding }
        : state;
    case 'ended':
      return behind(state, 'closed');
    case 'failed':
      // An open page stays open until it is known that its session is over, or its time is.
      return state.page !== 'open' && state.cover === 'checking' ? behind(state, 'unreachable') : state;
    case 'checking':
      return state.page !== 'open' && state.cover === 'closed' ? state : behind(state, 'checking');
    case 'left':
      return { page: 'shut', cover: 'closed' };
  }
}

function behind(state: GateState, cover: GateCover): GateState {
  return state.page === 'shut' ? { page: 'shut', cover } : { page: 'covered', cover, name: state.name };
}
