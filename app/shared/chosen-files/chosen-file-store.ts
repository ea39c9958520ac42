import type { DBSchema } from 'idb';
import { allBelow, IndexedDatabase, readPieces } from '../indexed-database.js';

export type ChosenFileForm = 'photos' | 'upload';

/** A photo or video that somebody chose, which this browser keeps until it is sent; its pieces are kept beside it. */
export interface ChosenFile {
  /** The id of a person, or of a place in this browser's history. */
  owner: string;
  /** On which screen it was chosen: on another it would go elsewhere. */
  form: ChosenFileForm;
  /** A UUID. */
  id: string;
  name: string;
  mimeType: string;
  lastModified: number;
  bytes: number;
  description: string;
  chosenAt: Date;
  /** Among those that were chosen at once. */
  place: number;
  /** When it was last on a page. */
  seenAt: Date;
  pieces: number;
  /** False while it is copied, and for ever when that was cut short. */
  isWhole: boolean;
}

interface ChosenFilesSchema extends DBSchema {
  files: { key: string; value: ChosenFile };
  /** Buffers, not blobs, as of local drafts. */
  pieces: { key: [string, number]; value: ArrayBuffer };
}

const STORES: ['files', 'pieces'] = ['files', 'pieces'];

/** Chosen files in IndexedDB. Every method rejects where nothing can be kept, or no more. */
export class ChosenFileStore {
  private readonly database = new IndexedDatabase<ChosenFilesSchema, typeof STORES>('chosen-files', STORES);

  /** Everybody's, in the order in which they were chosen, without what is in them. */
  findAll(): Promise<ChosenFile[]> {
    return this.database.transact('readonly', async (transaction) => {
      const files = await transaction.objectStore('files').getAll();
      return files.toSorted((a, b) => a.chosenAt.getTime() - b.chosenAt.getTime() || a.place - b.place);
    });
  }

  /**
   * What is known of it and, with that, its newest piece: both or neither. Rejects where another tab has removed what there
   * was of it before.
   */
  write(chosen: ChosenFile, piece?: ArrayBuffer): Promise<void> {
    return this.database.transact('readwrite', async (transaction) => {
      const files = transaction.objectStore('files');
      const piecesBefore = chosen.pieces - (piece ? 1 : 0);
      if (piecesBefore > 0 && !(await files.getKey(chosen.id))) throw new Error('Another tab has removed it');
      await files.put(chosen, chosen.id);
      if (piece) await transaction.objectStore('pieces').put(piece, [chosen.id, chosen.pieces - 1]);
    });
  }

  /** As it is by now, and as it was chosen; null when another tab has removed it. */
  read(id: string): Promise<{ chosen: ChosenFile; file: File } | null> {
    return this.database.transact('readonly', async (transaction) => {
      const chosen = await transaction.objectStore('files').get(id);
      if (!chosen) return null;
      const pieces = await readPieces(transaction.objectStore('pieces'), [id]);
      const { name, mimeType: type, lastModified } = chosen;
      return { chosen, file: new File(pieces, name, { type, lastModified }) };
    });
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.database.transact('readwrite', async (transaction) => {
      for (const id of ids) {
        await transaction.objectStore('files').delete(id);
        await transaction.objectStore('pieces').delete(allBelow([id]));
      }
    });
  }
}
