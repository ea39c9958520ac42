/** Whose turn it is, the first one first: finished videos that are public, those that wait, what participants and others sent. */
export const TRANSCODE_LINES = ['approved', 'staff', 'participant', 'public'] as const;

export type TranscodeLine = (typeof TRANSCODE_LINES)[number];

/** Who waits so long has been passed over. */
export const PASSED_OVER_AFTER = '10 minutes';

/** Of every eight turns: however many come before them, these go to whoever of that line has been passed over longest. */
const GUARANTEED: Record<number, TranscodeLine> = { 2: 'staff', 4: 'participant', 6: 'participant', 7: 'public' };
const ROUND = 8;

/** The line to which a turn belongs when somebody in it has been passed over; null: to the first in order. */
export function guaranteedLine(turn: number): TranscodeLine | null {
  return GUARANTEED[turn % ROUND] ?? null;
}
