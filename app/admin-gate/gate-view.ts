/** What stands in front of the page: nothing, or the gate, which asks the server, could not, or asks for the password. */
export type GateCover = 'none' | 'checking' | 'unreachable' | 'closed';

export interface GateView {
  cover: GateCover;
  /** The page was opened and is kept in memory, with all that was typed in it, whatever stands in front of it. */
  isKept: boolean;
}

export type GateEvent =
  /** A session is open. */
  | 'granted'
  /** The server knows of none, or it has ended: here, in another tab, or by its time. */
  | 'ended'
  /** The server could not be asked. */
  | 'failed'
  /** The server is asked, and until it has answered nothing is shown. */
  | 'checking'
  /** Somebody has signed out here: nothing of the page is kept. */
  | 'left';

export const FIRST_VIEW: GateView = { cover: 'checking', isKept: false };

export function reduceGate(view: GateView, event: GateEvent): GateView {
  switch (event) {
    case 'granted':
      return { cover: 'none', isKept: true };
    case 'ended':
      return { ...view, cover: 'closed' };
    case 'failed':
      // An open page stays open until it is known that its session is over, or its time is.
      return view.cover === 'checking' ? { ...view, cover: 'unreachable' } : view;
    case 'checking':
      return view.cover === 'closed' ? view : { ...view, cover: 'checking' };
    case 'left':
      return { cover: 'closed', isKept: false };
  }
}
