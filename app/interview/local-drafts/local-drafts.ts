import type { AnswerVideo } from '../../../api/contract/interview/answers.js';
import type { ProofState } from '../../../api/contract/media/recording-proof.js';
import {
  LOCAL_DRAFT_MAX_AGE_MS,
  LOCAL_DRAFT_SEEN_STEP_MS,
  LOCAL_DRAFTS_LOOK_MS,
} from '../../../api/contract/common/screen-numbers.js';
import { inTime } from '../../shared/indexed-database.js';
import { withResolvers } from '../../../api/contract/common/older-browsers.js';
import type { DraftUse, DraftWriter, NewRecording, Recording } from '../recorder/recording.js';
import { sha256 } from '../../shared/http/sha256.js';
import { noteOfThisPage } from '../sent-drafts/open-upload.js';
import { removeUpload } from '../sent-drafts/unwanted-uploads.js';
import { isUsed, type LocalDraft, LocalDraftStore } from './local-draft-store.js';
import { openTabLocks, type TabLocks } from '../../shared/tab-locks.js';

/** What is kept of one person, apart from what is in use in this tab. */
export interface FoundDrafts {
  waiting: LocalDraft[];
  /** In use in another tab. */
  elsewhere: LocalDraft[];
}

/** Under which ids the drafts of one person are kept: new ones under the first. */
export type DraftOwner = readonly [string, ...string[]];

/** The local drafts of one person: what this browser keeps of recordings until the server has them. */
export class LocalDrafts {
  private readonly writers = new Set<LocalDraftWriter>();

  constructor(
    private readonly keptUnder: DraftOwner,
    private readonly options: LocalDraftsOptions,
  ) {}

  begin(recording: NewRecording): LocalDraftWriter {
    const id = crypto.randomUUID();
    const [participantId] = this.keptUnder;
    const empty = { durationSeconds: null, pieces: 0, bytes: 0, isWhole: false, uploadId: undefined };
    const draft: LocalDraft = { ...recording, ...empty, participantId, id, use: 'none' };
    return this.writerOf(draft, this.options.locks.acquire(id));
  }

  /** Looks what is kept, and lets go of what nobody needs any more. Rejects where nothing can be kept. */
  async find(answers: AnswerVideo[]): Promise<FoundDrafts> {
    const found: FoundDrafts = { waiting: [], elsewhere: [] };
    const drafts = await this.findAll();
    const held = await this.options.locks.findHeld();
    // Housekeeping: where it fails, as on a full disk, what is kept counts all the more.
    await this.discardForgotten().catch(() => undefined);
    for (const draft of drafts) {
      if (msSinceSeen(draft) > LOCAL_DRAFT_SEEN_STEP_MS) {
        await this.options.store.note(draft, { seenAt: new Date() }).catch(() => undefined);
      }
      if (this.options.locks.isHeldHere(draft.id)) continue;
      if (held.has(draft.id)) found.elsewhere.push(draft);
      else if (isUseless(draft)) await this.letGo(draft).catch(() => false);
      // What cannot be read is offered: its person hears of it there.
      else await this.sort(draft, await this.proofOf(draft, answers).catch(() => null), found);
    }
    return found;
  }

  /** Opens a draft in this tab. Null when another tab was faster. Rejects when it cannot be read. */
  async open(draft: LocalDraft): Promise<Recording | null> {
    const { store, locks } = this.options;
    if (!(await locks.acquire(draft.id))) return null;
    try {
      const current = await this.reread(draft);
      const recording = current && this.toRecording(current, await store.read(current));
      if (!recording) locks.release(draft.id);
      return recording;
    } catch (error) {
      locks.release(draft.id);
      throw error;
    }
  }

  /** Removes a draft for good, and what was sent of it, unless another tab has it. Rejects when it cannot be removed. */
  async discard(draft: LocalDraft): Promise<void> {
    const isRemoved = await this.letGo(draft);
    if (isRemoved && draft.uploadId !== undefined) await this.options.removeUpload(draft.uploadId);
  }

  /**
   * Removes what was sent of recordings that nobody has used, which stay here alone; one that is in use follows by itself.
   * Never rejects.
   */
  async removeSent(): Promise<void> {
    const drafts = await this.findAll().catch(() => []);
    for (const draft of drafts.filter(isOnlySent)) await this.removeSentOf(draft).catch(() => undefined);
  }

  private async removeSentOf(draft: LocalDraft): Promise<void> {
    const { store, locks } = this.options;
    if (!(await locks.acquire(draft.id))) return;
    try {
      const current = await this.reread(draft);
      if (!current || !isOnlySent(current)) return;
      await store.note(current, { uploadId: undefined });
      void this.options.removeUpload(current.uploadId);
    } finally {
      locks.release(draft.id);
    }
  }

  /** False when another tab has it. */
  private async letGo(draft: LocalDraft): Promise<boolean> {
    const { store, locks } = this.options;
    if (!(await locks.acquire(draft.id))) return false;
    try {
      await store.remove(draft);
      return true;
    } finally {
      locks.release(draft.id);
    }
  }

  /** Which drafts the server does not have, by their ids, those in use included. Rejects where nothing can be kept. */
  async findHeld(): Promise<string[]> {
    return (await this.findUseful()).filter(({ isStored }) => !isStored).map(({ id }) => id);
  }

  /** How many recordings this browser would lose: also those that it has not kept, and this page alone has. Never rejects. */
  async countAtRisk(): Promise<number> {
    const onPage = () => [...this.writers].filter((writer) => writer.isUnkept).map(({ id }) => id);
    const count = async () => {
      await Promise.all([...this.writers].map((writer) => writer.settled()));
      const kept = await this.findUseful().catch(() => []);
      return new Set([...kept.map(({ id }) => id), ...onPage()]).size;
    };
    return inTime(count(), () => onPage().length);
  }

  /** Removes all drafts of this person, those in use included. Rejects when one cannot be removed. */
  async forgetAll(): Promise<void> {
    const { store } = this.options;
    // Otherwise a recording that goes on would be kept anew.
    for (const writer of this.writers) {
      // It is this device that forgets.
      writer.keepUpload();
      writer.remove();
    }
    await Promise.all([...this.writers].map((writer) => writer.settled()));
    for (const draft of await this.findAll()) await store.remove(draft);
  }

  /** Resolves once no other tab has the draft; rejects when the signal aborts. */
  waitUntilFree(draft: LocalDraft, signal: AbortSignal): Promise<void> {
    return this.options.locks.waitUntilFree(draft.id, signal);
  }

  /** The earliest first. */
  private async findAll(): Promise<LocalDraft[]> {
    const drafts = await Promise.all(this.keptUnder.map((id) => this.options.store.findAllOf(id)));
    return drafts.flat().toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime());
  }

  private async findUseful(): Promise<LocalDraft[]> {
    return (await this.findAll()).filter((draft) => !isUseless(draft));
  }

  /** Whoever does not come back to a shared browser leaves nothing in it for ever. */
  private async discardForgotten(): Promise<void> {
    const [first, ...others] = this.keptUnder;
    for (const draft of await this.options.store.findAllOfOthers(first)) {
      if (others.includes(draft.participantId)) continue;
      if (msSinceSeen(draft) > LOCAL_DRAFT_MAX_AGE_MS) await this.letGo(draft);
    }
  }

  private toRecording(kept: LocalDraft, blob: Blob): Recording {
    const { origin, mimeType, filename, durationSeconds, recordedAt, isAddition, insteadOf, uploadId } = kept;
    if (uploadId !== undefined) noteOfThisPage(uploadId);
    const about = { origin, mimeType, filename, durationSeconds, recordedAt, isAddition, insteadOf, uploadId };
    return { ...about, blob, isCutShort: !kept.isWhole, draft: this.writerOf(kept) };
  }

  private writerOf(draft: LocalDraft, ready?: Promise<unknown>): LocalDraftWriter {
    // What one draft can write says nothing of another that this browser has stopped keeping.
    const onStored = (isStored: boolean) =>
      this.options.onStored(isStored && ![...this.writers].some((one) => one.isUnkept));
    const writer = new LocalDraftWriter(draft, { ...this.options, onStored }, ready);
    this.writers.add(writer);
    return writer;
  }

  /** Another tab may have saved or discarded it meanwhile. */
  private async reread({ id }: LocalDraft): Promise<LocalDraft | null> {
    return (await this.findAll()).find((draft) => draft.id === id) ?? null;
  }

  /** Of what the server has of it; null when it has nothing. The page may have closed before the draft was removed. */
  private async proofOf(draft: LocalDraft, answers: AnswerVideo[]): Promise<ProofState | null> {
    const stored = answers
      .flatMap((answer) => [answer, ...answer.earlierRecordings])
      .flatMap(({ questionId, pieces }) => pieces.map((piece) => ({ ...piece, questionId })))
      .filter(({ questionId, fileSize }) => questionId === draft.questionId && fileSize === draft.bytes);
    if (stored.length === 0) return null;
    const hash = await sha256(await this.options.store.read(draft));
    return stored.find(({ sha256: is }) => is === hash)?.proof.state ?? null;
  }

  /** What the server has, and what plays there, need not be kept here any more. */
  private async sort(draft: LocalDraft, stored: ProofState | null, found: FoundDrafts): Promise<void> {
    const isStored = stored !== null;
    if (isStored !== (draft.isStored ?? false)) {
      await this.options.store.note(draft, { isStored }).catch(() => undefined);
    }
    if (stored === null) found.waiting.push(draft);
    // It arrived, and is not whole: that is for its person to say.
    else if (stored === 'flawed') found.waiting.push({ ...draft, use: 'over' });
    else if (stored !== 'checking') await this.letGo(draft).catch(() => false);
  }
}

function msSinceSeen({ seenAt, recordedAt }: LocalDraft): number {
  return Date.now() - (seenAt ?? recordedAt).getTime();
}

/** It was recorded here and sent meanwhile, and its person has not said that it shall be. */
function isOnlySent(draft: LocalDraft): draft is LocalDraft & { uploadId: string } {
  return draft.origin === 'recorded' && !isUsed(draft) && !draft.isStored && draft.uploadId !== undefined;
}

/** Less is the head of a recording, without a picture or a sound. */
const USEFUL_BYTES = 1_000;

/**
 * A part of a chosen file shows nothing, and its owner has the whole; nor does a recording that had hardly begun. Of what a
 * camera app made, nobody may have the whole: that is for its person to hear.
 */
function isUseless({ origin, isWhole, bytes }: LocalDraft): boolean {
  if (isWhole || origin === 'camera-app') return false;
  return origin === 'chosen' || bytes < USEFUL_BYTES;
}

export interface LocalDraftsOptions {
  store: LocalDraftStore;
  /** The lock on a draft is released with its removal. */
  locks: TabLocks;
  /** Removes what the server has of a recording that nobody wants. Never rejects. */
  removeUpload: (uploadId: string) => Promise<void>;
  /** Told after each write, and while one hangs, whether all drafts in use are stored up to there. */
  onStored: (isStored: boolean) => void;
}

/** Writes a draft into the store, one piece after the other. What cannot be written ends the draft, not the recording. */
export class LocalDraftWriter implements DraftWriter {
  private writes: Promise<void>;
  private isOver = false;
  private uploadId: string | undefined;
  /** `behind`: the storage says nothing, and may all the same; `cut-short`: nothing more of it will be kept. */
  private standing: 'kept' | 'behind' | 'cut-short' = 'kept';
  private readonly ending = withResolvers<void>();

  /** `ready`: this tab holds the lock. */
  constructor(
    private draft: LocalDraft,
    private readonly options: LocalDraftsOptions,
    ready: Promise<unknown> = Promise.resolve(),
  ) {
    this.writes = this.attempt(() => ready);
    this.uploadId = draft.uploadId;
  }

  get id(): string {
    return this.draft.id;
  }

  /** What was recorded last is not in the store, and is still needed. */
  get isUnkept(): boolean {
    return this.standing !== 'kept';
  }

  add(piece: Blob, durationSeconds: number | null): void {
    this.enqueue(async () => {
      const bytes = await piece.arrayBuffer();
      const { pieces, bytes: before } = this.draft;
      await this.write({ durationSeconds, pieces: pieces + 1, bytes: before + piece.size }, bytes);
    });
  }

  finish(): void {
    this.enqueue(() => this.write({ isWhole: true }));
    void this.writes.then(() => this.ending.resolve());
  }

  noteUpload(uploadId: string | undefined): void {
    this.uploadId = uploadId ?? this.uploadId;
    this.enqueue(() => this.write({ uploadId }));
  }

  noteUse(use: DraftUse, isStored = false): void {
    this.enqueue(() => this.write({ use, isStored }));
  }

  keepUpload(): void {
    this.uploadId = undefined;
  }

  remove(): void {
    this.ending.resolve();
    this.isOver = true;
    this.standing = 'kept';
    const { store, locks } = this.options;
    if (this.uploadId !== undefined) void this.options.removeUpload(this.uploadId);
    // A draft that cannot be removed now is found again when the page opens next.
    this.writes = this.writes.then(() => store.remove(this.draft)).catch(() => undefined);
    void this.writes.then(() => locks.release(this.draft.id));
  }

  leave(): void {
    this.standing = 'kept';
    const { locks } = this.options;
    // Whoever opens it next may change or remove it.
    void this.writes.then(() => (this.isOver = true)).then(() => locks.release(this.draft.id));
  }

  /** Resolves once all of it is kept, or nothing more will be. */
  ended(): Promise<void> {
    return this.ending.promise;
  }

  /** Resolves when everything asked for so far is done. */
  settled(): Promise<void> {
    return this.writes;
  }

  private enqueue(write: () => Promise<void>): void {
    this.writes = this.writes.then(() => this.attempt(write));
  }

  private async attempt(write: () => Promise<unknown>): Promise<void> {
    if (this.isOver) return;
    const hanging = setTimeout(() => this.fallBehind(), LOCAL_DRAFTS_LOOK_MS);
    try {
      await write();
    } catch {
      // A later piece without this one would be no recording: what is there stays as it is.
      this.isOver = true;
      this.standing = 'cut-short';
      this.options.onStored(false);
    } finally {
      clearTimeout(hanging);
    }
  }

  private fallBehind(): void {
    if (this.isOver) return;
    this.standing = 'behind';
    this.options.onStored(false);
  }

  private async write(changes: Partial<LocalDraft>, piece?: ArrayBuffer): Promise<void> {
    const changed = { ...this.draft, ...changes };
    await this.options.store.write(changed, piece);
    this.draft = changed;
    this.standing = 'kept';
    this.options.onStored(true);
  }
}

/** A person's local drafts, with the means of this browser. */
export function openLocalDrafts(keptUnder: DraftOwner, onStored: (isStored: boolean) => void): LocalDrafts {
  const options = { store: new LocalDraftStore(), locks: openTabLocks(), removeUpload, onStored };
  return new LocalDrafts(keptUnder, options);
}
