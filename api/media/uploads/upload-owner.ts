/**
 * Whose upload it is. To anyone else it does not exist. A public one belongs to whoever knows its id, which cannot be
 * guessed.
 */
export type UploadOwner = { audience: 'staff' | 'public' } | { audience: 'participant'; participantId: string };

export const STAFF_OWNER: UploadOwner = { audience: 'staff' };

export const PUBLIC_OWNER: UploadOwner = { audience: 'public' };
