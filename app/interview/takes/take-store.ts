import type { KeptTake } from './kept-take.js';

/** Where takes are kept in this browser. Every method rejects where nothing can be kept, or no more. */
export interface TakeStore {
  /** The takes of one person, the earliest first. */
  findAllOf: (participantId: string) => Promise<KeptTake[]>;
  /** What is known of everybody else's; never their pieces. */
  findAllOfOthers: (participantId: string) => Promise<KeptTake[]>;
  /** Keeps what is known of a take and, with it, its newest piece: both or neither. */
  write: (take: KeptTake, piece?: ArrayBuffer) => Promise<void>;
  /** Notes when the owner of a take was last here; one that another tab has removed meanwhile stays removed. */
  noteSeen: (take: KeptTake, seenAt: Date) => Promise<void>;
  /** The pieces of a take, joined in their order. */
  read: (take: KeptTake) => Promise<Blob>;
  remove: (take: KeptTake) => Promise<void>;
}
