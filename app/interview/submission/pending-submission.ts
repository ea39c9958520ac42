const KEY = 'pending-submission';

/** Whether this person pressed Submit in this browser and the server has not confirmed it. Survives a reload. */
export function hasPendingSubmission(participantId: string): boolean {
  return localStorage.getItem(KEY) === participantId;
}

export function notePendingSubmission(participantId: string): void {
  localStorage.setItem(KEY, participantId);
}

export function clearPendingSubmission(): void {
  localStorage.removeItem(KEY);
}
