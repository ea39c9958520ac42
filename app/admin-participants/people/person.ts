import type { AdminUser, PhotoCount } from '../../../api/contract/admin-participants.js';
import { fullName } from '../../shared/text/format.js';

/** Under whom photos and videos are kept. */
export interface PhotoOwner {
  /** The e-mail itself when nobody registered it. */
  name: string;
  email: string;
  /** Null when nobody registered it. */
  userId: string | null;
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
    photoCount: byEmail ? (byEmail.get(user.email) ?? 0) : null,
  }));
}

/** What came through the public page under e-mails that nobody registered. */
export function unregisteredOwners(users: readonly AdminUser[], counts: readonly PhotoCount[]): PhotoOwner[] {
  const registered = new Set(users.map(({ email }) => email));
  return counts
    .filter(({ email }) => !registered.has(email))
    .map(({ email, count }) => ({ name: email, email, userId: null, photoCount: count }));
}

/** All photos and videos that people have sent. */
export function countMedia(counts: readonly PhotoCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
