import {
  type AdminUser,
  type PhotoCount,
  type PhotoSender,
  senderPhotosPath,
  userPhotosPath,
} from '../../../api/contract/staff/admin-participants.js';
import { fullName } from '../../shared/text/format.js';

/** Under whom photos and videos are kept. */
export interface PhotoOwner {
  /** The e-mail itself when nobody registered it. */
  name: string;
  email: string;
  /** Null when nobody registered it. */
  userId: string | null;
  /** Where the photos are listed. */
  photosPath: string;
  /** Null as long as the counts are not known. */
  photoCount: number | null;
}

/** A person as the tables of /admin show them. */
export interface Person extends AdminUser, PhotoOwner {}

/** Puts the users and the counts of their photos together; who is not counted has none. */
export function toPeople(users: readonly AdminUser[], counts: readonly PhotoCount[] | undefined): Person[] {
  const byEmail = counts && new Map(counts.map(({ email, count }) => [email, count]));
  return users.map((user) => ({
    ...user,
    name: fullName(user),
    userId: user.id,
    photosPath: userPhotosPath(user.id),
    photoCount: byEmail ? (byEmail.get(user.email) ?? 0) : null,
  }));
}

/** Those who sent something through the public page under an e-mail that nobody registered. */
export function toOwners(senders: readonly PhotoSender[]): PhotoOwner[] {
  return senders.map(({ id, email, count }) => ({
    name: email,
    email,
    userId: null,
    photosPath: senderPhotosPath(id),
    photoCount: count,
  }));
}

/** All photos and videos that people have sent. */
export function countMedia(counts: readonly PhotoCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

/** How far a person has come on the way from registering to the team being done with them. */
export type Stage = 'interviewing' | 'ready' | 'done';

type StageFacts = Pick<AdminUser, 'done' | 'mediaUploadCompletedAt'>;

export function stageOf({ done, mediaUploadCompletedAt }: StageFacts): Stage {
  if (done) return 'done';
  return mediaUploadCompletedAt === null ? 'interviewing' : 'ready';
}
