import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { TakeOrigin } from '../recorder/recording.js';

const DATABASE = 'interview-takes';
const STORES = ['takes', 'pieces'] as const;

/** Participant, question, take. */
type TakeKey = [string, number, string];

interface TakesSchema extends DBSchema {
  takes: { key: TakeKey; value: KeptTake };
  /** Buffers, not blobs: WebKit cannot keep blobs in private windows, nor always elsewhere. */
  pieces: { key: [...TakeKey, number]; value: ArrayBuffer };
}

type Mode = 'readonly' | 'readwrite';
type Transaction<M extends Mode> = IDBPTransaction<TakesSchema, typeof STORES, M>;

/** Keeps takes in IndexedDB. */
export class IndexedDbTakeStore implements TakeStore {
  private database: Promise<IDBPDatabase<TakesSchema>> | null = null;

  findAllOf(participantId: string): Promise<KeptTake[]> {
    return this.transact('readonly', async (transaction) => {
      const takes = await transaction.objectStore('takes').getAll(allBelow([participantId]));
      return takes.toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime());
    });
  }

  findAllOfOthers(participantId: string): Promise<KeptTake[]> {
    return this.transact('readonly', async (transaction) => {
      const takes = await transaction.objectStore('takes').getAll();
      return takes.filter((take) => take.participantId !== participantId);
    });
  }

  write(take: KeptTake, piece?: ArrayBuffer): Promise<void> {
    return this.transact('readwrite', async (transaction) => {
      const key = keyOf(take);
      await transaction.objectStore('takes').put(take, key);
      if (piece) await transaction.objectStore('pieces').put(piece, [...key, take.pieces - 1]);
    });
  }

  noteSeen(take: KeptTake, seenAt: Date): Promise<void> {
    return this.transact('readwrite', async (transaction) => {
      const takes = transaction.objectStore('takes');
      const current = await takes.get(keyOf(take));
      if (current) await takes.put({ ...current, seenAt }, keyOf(take));
    });
  }

  read(take: KeptTake): Promise<Blob> {
    return this.transact('readonly', async (transaction) => {
      // One after the other into blobs, which the browser may lay down on the disk: a long take need not fit into memory.
      const pieces: Blob[] = [];
      let cursor = await transaction.objectStore('pieces').openCursor(allBelow(keyOf(take)));
      while (cursor) {
        pieces.push(new Blob([cursor.value]));
        cursor = await cursor.continue();
      }
      return new Blob(pieces, { type: take.mimeType });
    });
  }

  remove(take: KeptTake): Promise<void> {
    return this.transact('readwrite', async (transaction) => {
      const key = keyOf(take);
      await transaction.objectStore('takes').delete(key);
      await transaction.objectStore('pieces').delete(allBelow(key));
    });
  }

  private async transact<T, M extends Mode>(mode: M, run: (transaction: Transaction<M>) => Promise<T>): Promise<T> {
    const transaction = await this.begin(mode);
    const [answer] = await Promise.all([run(transaction), transaction.done]);
    return answer;
  }

  /** Phones close the database behind a page's back while they show another: then it is opened once more. */
  private async begin<M extends Mode>(mode: M): Promise<Transaction<M>> {
    // What was written shall survive an empty battery, too.
    const options = { durability: 'strict' } as const;
    try {
      return (await this.open()).transaction(STORES, mode, options);
    } catch {
      this.database = null;
      return (await this.open()).transaction(STORES, mode, options);
    }
  }

  private open(): Promise<IDBPDatabase<TakesSchema>> {
    this.database ??= openDB<TakesSchema>(DATABASE, 1, {
      upgrade: (database) => STORES.forEach((store) => database.createObjectStore(store)),
    });
    return this.database;
  }
}

function keyOf({ participantId, questionId, id }: KeptTake): TakeKey {
  return [participantId, questionId, id];
}

/** All keys that begin with these parts: arrays come after every other kind of key. */
function allBelow(parts: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

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

/** What this browser knows of a take that it keeps until the server has it. */
export interface KeptTake {
  participantId: string;
  questionId: number;
  id: string;
  origin: TakeOrigin;
  filename: string;
  mimeType: string;
  recordedAt: Date;
  /** When its owner last had the interview open in this browser, to the day; absent until the second day. */
  seenAt?: Date;
  /** Up to the last piece; null of a chosen file. */
  durationSeconds: number | null;
  pieces: number;
  bytes: number;
  /** False while it is recorded, or copied, and for ever when that was cut short. */
  isWhole: boolean;
  /** The upload session under which an earlier try began to save it. */
  uploadId: string | undefined;
}
