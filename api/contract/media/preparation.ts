/**
 * How far a video is on its way to what every device plays: `off` on a server without video tools, where it plays as it
 * came. Until it is `ready` and when it `failed` the original plays, where the device can.
 */
export type PreparationState = 'waiting' | 'working' | 'ready' | 'failed' | 'off';

/** Answer also of GET …/preparation; POST to the same path asks for another try where it failed, 202 in any case. */
export interface VideoPreparation {
  state: PreparationState;
  /** Of `failed`: why, in words that go on from "cannot be played: ". */
  problem: string | null;
}

const COMES_BY_ITSELF: Record<PreparationState, boolean> = {
  waiting: true,
  working: true,
  ready: false,
  failed: false,
  off: false,
};

/** Whether something more will come of it without anyone's doing. */
export function isBeingPrepared({ state }: VideoPreparation): boolean {
  return COMES_BY_ITSELF[state];
}
