import { reducePlayer, type Clip, type PlayerEvent, type PlayerState } from './player-state.js';

export type PlayerListener = (state: PlayerState, previous: PlayerState) => void;

/** Holds the player's state and tells its listeners of each change, framework-free. */
export function createPlayerStore(clips: Clip[], initial: PlayerState) {
  const listeners: PlayerListener[] = [];
  let state = initial;
  return {
    read: (): PlayerState => state,
    send(event: PlayerEvent): void {
      const previous = state;
      state = reducePlayer(clips, previous, event);
      if (state !== previous) for (const listener of listeners) listener(state, previous);
    },
    subscribe: (listener: PlayerListener) => void listeners.push(listener),
  };
}

export type PlayerStore = ReturnType<typeof createPlayerStore>;
