import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { LOCAL_DRAFTS_LOOK_MS } from '../../api/contract/common/screen-numbers.js';

export type Mode = 'readonly' | 'readwrite';

/** A database of this browser, all stores of which every transaction has. */
export class IndexedDatabase<Schema extends DBSchema, Stores extends StoreNames<Schema>[]> {
  private database: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(
    private readonly name: string,
    private readonly stores: Stores,
  ) {}

  /** Rejects where nothing can be kept, or no more. */
  async transact<T, M extends Mode>(
    mode: M,
    run: (transaction: IDBPTransaction<Schema, Stores, M>) => Promise<T>,
  ): Promise<T> {
    const transaction = await this.begin(mode);
    const [result] = await Promise.all([run(transaction), transaction.done]);
    return result;
  }

  /** Phones close the database behind a page's back while they show another: then it is opened once more. */
  private async begin<M extends Mode>(mode: M): Promise<IDBPTransaction<Schema, Stores, M>> {
    // What was written shall survive an empty battery, too.
    const options = { durability: 'strict' } as const;
    try {
      return (await this.open()).transaction(this.stores, mode, options);
    } catch {
      this.database = null;
      return (await this.open()).transaction(this.stores, mode, options);
    }
  }

  private open(): Promise<IDBPDatabase<Schema>> {
    this.database ??= openDB<Schema>(this.name, 1, {
      upgrade: (database) => this.stores.forEach((store) => database.createObjectStore(store)),
    });
    return this.database;
  }
}

/** All keys that begin with these parts: arrays come after every other kind of key. */
export function allBelow(parts: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

/** A store of what is kept in pieces: the last part of a key is the place of the piece. */
interface PieceStore {
  openCursor(range: IDBKeyRange): Promise<PieceCursor | null>;
}

interface PieceCursor {
  value: ArrayBuffer;
  continue(this: PieceCursor): Promise<PieceCursor | null>;
}

/**
 * The pieces below these parts in their order, one after the other into blobs, which the browser may lay down on the disk: a long
 * recording need not fit into memory.
 */
export async function readPieces(store: PieceStore, parts: (string | number)[]): Promise<Blob[]> {
  const pieces: Blob[] = [];
  let cursor = await store.openCursor(allBelow(parts));
  while (cursor) {
    pieces.push(new Blob([cursor.value]));
    cursor = await cursor.continue();
  }
  return pieces;
}

/** What the storage says; `otherwise` where it says nothing in time, as it can hang without an error. */
export async function inTime<T>(said: Promise<T>, otherwise: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), LOCAL_DRAFTS_LOOK_MS);
  });
  return Promise.race([said, tooLate]).finally(() => clearTimeout(timer));
}
