/** What a microphone has let through since it is listened to. */
export interface Hearing {
  hasHeard: boolean;
  listenedMs: number;
}

/** -60 dB of full scale: below it is a microphone that is off; even a quiet room is above. */
const QUIET_PEAK = 0.001;
/** Long enough for a breath before the first word. */
const SILENT_AFTER_MS = 4_000;

export const NOTHING_HEARD: Hearing = { hasHeard: false, listenedMs: 0 };

/** Listens on: `peak` is the loudest sample (0 to 1) of the last `ms`. */
export function hear({ hasHeard, listenedMs }: Hearing, peak: number, ms: number): Hearing {
  return { hasHeard: hasHeard || peak > QUIET_PEAK, listenedMs: listenedMs + ms };
}

export function seemsSilent({ hasHeard, listenedMs }: Hearing): boolean {
  return !hasHeard && listenedMs >= SILENT_AFTER_MS;
}
