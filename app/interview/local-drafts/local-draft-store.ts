import type { DBSchema } from 'idb';
import { allBelow, IndexedDatabase, readPieces } from '../../shared/indexed-database.js';
import type { DraftUse, RecordingOrigin } from '../recorder/recording.js';

/** A recording, or a chosen file, that this browser keeps until the server has it; its pieces are kept beside it. */
export interface LocalDraft {
  participantId: string;
  questionId: number;
  id: string;
  origin: RecordingOrigin;
  filename: string;
  mimeType: string;
  recordedAt: Date;
  /** It goes on from an answer; absent from drafts of before there were additions. */
  isAddition?: boolean;
  /** See Recording. */
  insteadOf?: string | null;
  /** When its owner last had the interview open in this browser, to the day; absent until the second day. */
  seenAt?: Date;
  /** Up to the last piece; null of a chosen file. */
  durationSeconds: number | null;
  pieces: number;
  bytes: number;
  /** False while it is recorded, or copied, and for ever when that was cut short. */
  isWhole: boolean;
  use: DraftUse;
  /** The server has it, and is looking through it. */
  isStored?: boolean;
  /** The upload session under which an earlier try began to save it. */
  uploadId: string | undefined;
}

/** Its person wants it as an answer, which it is not yet. */
export function isUsed({ use }: LocalDraft): boolean {
  return use === 'sent' || use === 'halted';
}

/** As browsers keep it from the beginning, and as an older page in another tab reads it: `isUsed` is false once that is over. */
type StoredDraft = Omit<LocalDraft, 'use'> & { isUsed?: boolean; isHalted?: boolean };

function ofStored({ isUsed: isWanted, isHalted, ...draft }: StoredDraft): LocalDraft {
  if (isWanted === undefined) return { ...draft, use: 'none' };
  if (!isWanted) return { ...draft, use: 'over' };
  return { ...draft, use: isHalted ? 'halted' : 'sent' };
}

function toStored({ use, ...draft }: LocalDraft): StoredDraft {
  if (use === 'none') return draft;
  return { ...draft, isUsed: use !== 'over', isHalted: use === 'halted' };
}

/** The names under which browsers have kept local drafts from the beginning: other ones would lose what is there. */
const DATABASE = 'interview-takes';
const STORES: ['takes', 'pieces'] = ['takes', 'pieces'];

/** Participant, question, draft. */
type DraftKey = [string, number, string];

interface DraftsSchema extends DBSchema {
  takes: { key: DraftKey; value: StoredDraft };
  /** Buffers, not blobs: WebKit cannot keep blobs in private windows, nor always elsewhere. */
  pieces: { key: [...DraftKey, number]; value: ArrayBuffer };
}

/** Local drafts in IndexedDB. Every method rejects where nothing can be kept, or no more. */
export class LocalDraftStore {
  private readonly database = new IndexedDatabase<DraftsSchema, typeof STORES>(DATABASE, STORES);

  /** Those of one person, the earliest first. */
  findAllOf(participantId: string): Promise<LocalDraft[]> {
    return this.database.transact('readonly', async (transaction) => {
      const drafts = await transaction.objectStore('takes').getAll(allBelow([participantId]));
      return drafts.map(ofStored).toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime());
    });
  }

  /** Everybody else's, without their pieces. */
  findAllOfOthers(participantId: string): Promise<LocalDraft[]> {
    return this.database.transact('readonly', async (transaction) => {
      const drafts = await transaction.objectStore('takes').getAll();
      return drafts.map(ofStored).filter((draft) => draft.participantId !== participantId);
    });
  }

  /**
   * What is known of a draft and, with it, its newest piece: both or neither. Rejects where what there was of it before is
   * gone: another tab has forgotten it, or the browser has emptied its storage.
   */
  write(draft: LocalDraft, piece?: ArrayBuffer): Promise<void> {
    return this.database.transact('readwrite', async (transaction) => {
      const key = keyOf(draft);
      const drafts = transaction.objectStore('takes');
      const piecesBefore = draft.pieces - (piece ? 1 : 0);
      if (piecesBefore > 0 && !(await drafts.getKey(key))) throw new Error('What there was of it is gone');
      await drafts.put(toStored(draft), key);
      if (piece) await transaction.objectStore('pieces').put(piece, [...key, draft.pieces - 1]);
    });
  }

  /** Notes what was seen of a draft; one that another tab has removed meanwhile stays removed. */
  note(draft: LocalDraft, seen: Partial<Pick<LocalDraft, 'seenAt' | 'isStored' | 'uploadId'>>): Promise<void> {
    return this.database.transact('readwrite', async (transaction) => {
      const drafts = transaction.objectStore('takes');
      const current = await drafts.get(keyOf(draft));
      if (current) await drafts.put({ ...current, ...seen }, keyOf(draft));
    });
  }

  /** The pieces, joined in their order. */
  read(draft: LocalDraft): Promise<Blob> {
    return this.database.transact('readonly', async (transaction) => {
      const pieces = await readPieces(transaction.objectStore('pieces'), keyOf(draft));
      return new Blob(pieces, { type: draft.mimeType });
    });
  }

  remove(draft: LocalDraft): Promise<void> {
    return this.database.transact('readwrite', async (transaction) => {
      const key = keyOf(draft);
      await transaction.objectStore('takes').delete(key);
      await transaction.objectStore('pieces').delete(allBelow(key));
    });
  }
}

function keyOf({ participantId, questionId, id }: LocalDraft): DraftKey {
  return [participantId, questionId, id];
}
