/** What processes agree on through the database, besides what starts a server. A crash lets go of all of it. */

/** Held by whoever makes a backup: one at a time. */
export const BACKUP_LOCK = 0x53544f42;

/** Held, alone, while bytes that rows of a snapshot name are copied; shared by whoever removes bytes. */
export const MEDIA_REMOVAL_LOCK = 0x53544f44;

/** Shared by servers for as long as they run; held, alone, while a restore changes everything under them. */
export const SERVING_LOCK = 0x53544f56;

/** Held, with a hash of an e-mail, while somebody registers it or moves to it, or what came under it as nobody's is removed. */
export const EMAIL_LOCK = 0x53544f45;

/** Held, with a hash of a person's id, while everything of that person is sent to them. */
export const DOWNLOAD_LOCK = 0x53544f5a;
