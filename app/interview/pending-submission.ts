const KEY = 'pending-submission';

/** Stands in where storage is blocked or full: then it is known as long as the page is open. */
let notedHere: string | null = null;

/** Whether this person (see `keptUnder` of CurrentUser) pressed Submit in this browser and the server has not confirmed it. Survives a reload. */
export function hasPendingSubmission(participantId: string): boolean {
  return notedHere === participantId || attempt(() => localStorage.getItem(KEY)) === participantId;
}

export function notePendingSubmission(participantId: string): void {
  notedHere = participantId;
  attempt(() => localStorage.setItem(KEY, participantId));
}

export function clearPendingSubmission(): void {
  notedHere = null;
  attempt(() => localStorage.removeItem(KEY));
}

function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
