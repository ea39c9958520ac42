import type { QueryFunction } from '@tanstack/react-query';
import { LOGOUT_OWNER, LOGOUT_PATH, SESSION_OWNER_HEADER } from '../../../api/contract/people/participants.js';
import { SomeoneElseError } from './http-error.js';

/** Whom this page was opened for; null until it is known. It is theirs for as long as it stands. */
let owner: string | null = null;

/**
 * From now on every call of the page says that it is this person's, or the link's of whoever helps: the cookie that goes
 * with it is whoever's who signed in last, in any tab.
 * @throws SomeoneElseError where the page is somebody else's
 */
export function noteSessionOwner(id: string): void {
  if (owner !== null && owner !== id) throw new SomeoneElseError();
  owner = id;
}

/** The page has gone. */
export function forgetSessionOwner(): void {
  owner = null;
}

export function hasSessionOwner(): boolean {
  return owner !== null;
}

/** Null before it is known whose the page is. */
export function sessionOwner(): string | null {
  return owner;
}

/** What goes with each call of the page; nothing before it is known whose it is. */
export function ownerHeaders(id = owner): Record<string, string> {
  return id === null ? {} : { [SESSION_OWNER_HEADER]: id };
}

/** Where "Take a break" leads: it signs out whose page this is, and nobody else. */
export function logoutAddress(): string {
  return owner === null ? LOGOUT_PATH : `${LOGOUT_PATH}?${new URLSearchParams({ [LOGOUT_OWNER]: owner })}`;
}

/** Reads what tells by its `id` whose the page is, and takes nothing that is somebody else's. */
export function readOwn<T extends { id: string } | null>(read: QueryFunction<T>): QueryFunction<T> {
  return async (context) => {
    const own = await read(context);
    if (own !== null) noteSessionOwner(own.id);
    return own;
  };
}
