/**
 * Whose upload it is. To anyone else it does not exist. A public one belongs to whoever knows its id, which cannot be
 * guessed.
 */
export type UploadOwner = { audience: 'staff' | 'public' } | { audience: 'participant'; participantId: string };

export const STAFF_OWNER: UploadOwner = { audience: 'staff' };

export const PUBLIC_OWNER: UploadOwner = { audience: 'public' };

/** The signed-in participant as owner of uploads; the guard of that audience notes who it is on the request. */
export function participantOwner(request: object): UploadOwner {
  const { participantId } = request as { participantId?: string };
  if (participantId === undefined) throw new Error('Only routes of participants know who is signed in.');
  return { audience: 'participant', participantId };
}
