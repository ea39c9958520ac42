/**
 * What a process does, of everything that the product does. web: it serves visitors; worker: what takes long, in turns with
 * the others; publisher: it keeps the public site in its STATE_DIR in step with the approved stories.
 */
export const ROLES = ['web', 'worker', 'publisher'] as const;

export type Role = (typeof ROLES)[number];
