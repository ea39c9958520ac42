/**
 * Whose upload it is. To anyone else it does not exist. A public one belongs to whoever knows its id, which cannot be
 * guessed. What somebody sends in a participant's stead, by a helper's link, is neither the participant's own nor another
 * helper's.
 */
export type UploadOwner =
  { audience: 'staff' | 'public' } | { audience: 'participant'; participantId: string; helperLinkId?: string };

export const STAFF_OWNER: UploadOwner = { audience: 'staff' };

export const PUBLIC_OWNER: UploadOwner = { audience: 'public' };

/** A participant, or who helps them, as owner of uploads. */
export function ownerOf({ id, helperLinkId }: { id: string; helperLinkId?: string }): UploadOwner {
  return { audience: 'participant', participantId: id, ...(helperLinkId !== undefined && { helperLinkId }) };
}

/** The same of a request: the guards of those audiences note on it who it is. */
export function participantOwner(request: object): UploadOwner {
  const { participant } = request as { participant?: { id: string; helperLinkId?: string } };
  if (participant === undefined) throw new Error('Only routes of participants know who is signed in.');
  return ownerOf(participant);
}
