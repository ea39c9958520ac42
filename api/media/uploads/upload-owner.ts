import type { Request } from 'express';
import { PHOTO_MAX_BYTES } from '../../contract/common/limits.js';
import { PHOTO_REFUSED } from '../../contract/common/wordings.js';
import { AppError } from '../../platform/http/app-error.js';
import { clientAddress } from '../../platform/http/client-address.js';

/**
 * Whose upload it is. To anyone else it does not exist. A public one belongs to whoever knows its id, which cannot be
 * guessed. What somebody sends in a participant's stead, by a helper's link, is neither the participant's own nor another
 * helper's.
 */
export type UploadOwner = { audience: 'staff' | 'public' } | ParticipantOwner;

export interface ParticipantOwner {
  audience: 'participant';
  participantId: string;
  /** They have shown that they read the mail of that person. Anyone can register. */
  isProven: boolean;
  helperLinkId?: string;
  /** Why nothing but photos is taken, in words. */
  photosOnly?: string;
}

/** Whoever begins to send something: a participant from an address, as what they may send in a day is limited. */
export type UploadStarter = Exclude<UploadOwner, ParticipantOwner> | (ParticipantOwner & { address: string });

/** The same of whoever is signed in, or helps. */
type Person = { id: string } & Omit<ParticipantOwner, 'audience' | 'participantId'>;

export const STAFF_OWNER = { audience: 'staff' } as const;

export const PUBLIC_OWNER = { audience: 'public' } as const;

/** A participant, or who helps them, as owner of uploads. */
export function ownerOf({ id, isProven, helperLinkId, photosOnly }: Person): ParticipantOwner {
  return {
    audience: 'participant',
    participantId: id,
    isProven,
    ...(helperLinkId !== undefined && { helperLinkId }),
    ...(photosOnly !== undefined && { photosOnly }),
  };
}

/** Nobody knows who they are, so that they leave room for the people whose stories these are. */
export function isStranger(owner: UploadOwner): boolean {
  return owner.audience === 'public' || (owner.audience === 'participant' && !owner.isProven);
}

/**
 * Whoever is not recorded may send photos where they said so, by the size and the type that are announced.
 * @throws AppError 409 `consent_missing`; 413 `too_large` for a photo
 */
export function requireAllowed(owner: UploadOwner, announced: { mimeType: string; totalSize: number }): void {
  if (owner.audience !== 'participant' || owner.photosOnly === undefined) return;
  const { mimeType, totalSize } = announced;
  const isTooLarge = totalSize > PHOTO_MAX_BYTES;
  if (isTooLarge && /^image\//i.test(mimeType)) throw new AppError(413, 'too_large', PHOTO_REFUSED);
  if (isTooLarge || /^(?:video|audio)\//i.test(mimeType)) throw new AppError(409, 'consent_missing', owner.photosOnly);
}

/** The same of a request: the guards of those audiences note on it who it is. */
export function participantOwner(request: Request): UploadStarter {
  const { participant } = request as { participant?: Person };
  if (participant === undefined) throw new Error('Only routes of participants have an owner of uploads.');
  return { ...ownerOf(participant), address: clientAddress(request) };
}
