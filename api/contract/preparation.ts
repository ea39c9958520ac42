/**
 * How far a video is on its way to what every device plays: `off` on a server without video tools, where it plays as it
 * came. Until it is `ready` and when it `failed` the original plays, where the device can.
 */
export type PreparationState = 'waiting' | 'working' | 'ready' | 'failed' | 'off';

export interface VideoPreparation {
  state: PreparationState;
  /** Of `failed`: why, in words that go on from "cannot be played: ". */
  problem: string | null;
}
