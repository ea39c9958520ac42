import type { KeptTake } from './kept-take.js';

/** Where takes are kept in this browser. Every method rejects where nothing can be kept, or no more. */
export interface TakeStore {
  /** The takes of one person, the earliest first. Those of others are never looked at. */
  findAllOf: (participantId: string) => Promise<KeptTake[]>;
  /** Keeps what is known of a take and, with it, its newest piece: both or neither. */
  write: (take: KeptTake, piece?: ArrayBuffer) => Promise<void>;
  /** The pieces of a take, joined in their order. */
  read: (take: KeptTake) => Promise<Blob>;
  remove: (take: KeptTake) => Promise<void>;
}
