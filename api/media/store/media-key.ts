import path from 'node:path';

const SEGMENT = '[a-z0-9][a-z0-9-]*(\\.[a-z0-9]+)?';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT}){0,3}$`);
const KEY_MAX_LENGTH = 200;

/** Where the bytes of a media file are kept: made from its id, never from a name that a client gave. */
export function mediaKey(id: string, extension: string): string {
  return `${id.slice(0, 2)}/${id}.${extension}`;
}

const OWN_KEY = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z0-9]+$/;

/** Whether `mediaKey` may have made it. */
export function isMediaKey(key: string): boolean {
  return OWN_KEY.test(key);
}

export class NotAMediaKey extends Error {
  override readonly message = 'Not a media key.';
}

/** The path of a key below `root`. Throws for anything that is no key, so that none leads out of the root. */
export function resolveMediaKey(root: string, key: string): string {
  if (key.length > KEY_MAX_LENGTH || !KEY.test(key)) throw new NotAMediaKey();
  return path.join(root, key);
}
