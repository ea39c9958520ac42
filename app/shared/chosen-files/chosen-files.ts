import {
  CHOSEN_FILE_KEPT_MAX_BYTES,
  CHOSEN_FILE_NOBODYS_MAX_AGE_MS,
  CHOSEN_FILES_KEPT_MAX_BYTES,
  LOCAL_DRAFT_MAX_AGE_MS,
} from '../../../api/contract/common/screen-numbers.js';
import { openTabLocks, type TabLocks } from '../tab-locks.js';
import { type ChosenFile, type ChosenFileForm, ChosenFileStore } from './chosen-file-store.js';

/** A file as a screen has it, before it is sent. */
export interface FileInHand {
  id: string;
  file: File;
  description: string;
}

export interface FoundFiles {
  files: FileInHand[];
  /** The ids of those that another tab has. */
  elsewhere: string[];
}

/** What this browser does with all that a page has in hand. */
export interface Keeping {
  /** As it is now, words included. */
  isAllKept: boolean;
  /** The names of files that are lost with the page. */
  unkept: readonly string[];
}

/** `unkept` also when only what was typed last is not. */
interface Entry {
  chosen: ChosenFile;
  /** Of `chosen`, what is in the store. */
  written: ChosenFile | null;
  state: 'copying' | 'kept' | 'unkept';
  /** It has been in hand: one that was found and is not yet is none that was taken away. */
  isInHand: boolean;
  isOver: boolean;
  work: Promise<void>;
}

interface ChosenFilesOptions {
  form: ChosenFileForm;
  store: ChosenFileStore;
  locks: TabLocks;
  /** Bytes; null where the browser does not say. */
  findFreeRoom: () => Promise<number | null>;
}

const PIECE_BYTES = 5 * 1024 * 1024;
/** Recordings that are made in this browser need their room more. */
const SHARE_OF_FREE_ROOM = 0.5;
/** Begins the owner of what nobody has chosen who is signed in. */
const NOBODY = 'place:';

/** The owner of what is chosen at one place in this browser's history. */
export function ownerOfPlace(id: string): string {
  return NOBODY + id;
}

/**
 * The chosen files of one page: what this browser keeps of them, with their descriptions, until they are sent. Nothing waits
 * for it, and nothing fails by it: what cannot be kept is in hand as long as its page.
 */
export class ChosenFiles {
  private readonly entries = new Map<string, Entry>();
  /** One file after the other: a phone has not the memory for many at once. */
  private copies: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<() => void>();
  private state: Keeping = { isAllKept: true, unkept: [] };

  constructor(private readonly options: ChosenFilesOptions) {}

  /** Keeps what is in hand, as it is now, and lets go of what is no more. */
  follow(inHand: readonly FileInHand[], owner: string): void {
    const ids = new Set(inHand.map(({ id }) => id));
    for (const [id, { isInHand }] of this.entries) if (isInHand && !ids.has(id)) this.drop(id);
    for (const [place, one] of inHand.entries()) this.keep(one, owner, place);
    this.tell();
  }

  private keep({ id, file, description }: FileInHand, owner: string, place: number): void {
    const known = this.entries.get(id);
    if (known) {
      known.isInHand = true;
      const { chosen } = known;
      if (chosen.description === description && chosen.owner === owner) return;
      known.chosen = { ...chosen, description, owner };
      this.save(known);
      return;
    }
    const now = new Date();
    const about = { name: file.name, mimeType: file.type, lastModified: file.lastModified, bytes: file.size };
    const { form } = this.options;
    const chosen = {
      ...about,
      owner,
      form,
      id,
      description,
      chosenAt: now,
      place,
      seenAt: now,
      pieces: 0,
      isWhole: false,
    };
    const entry: Entry = {
      chosen,
      written: null,
      state: 'copying',
      isInHand: true,
      isOver: false,
      work: Promise.resolve(),
    };
    if (!this.isInBounds(file.size)) entry.state = 'unkept';
    this.entries.set(id, entry);
    if (entry.state === 'unkept') return;
    this.copies = this.copies.then(() => this.copy(entry, file));
    entry.work = this.copies;
  }

  private isInBounds(bytes: number): boolean {
    const all = this.bytesOf('kept') + this.bytesOf('copying') + bytes;
    return bytes <= CHOSEN_FILE_KEPT_MAX_BYTES && all <= CHOSEN_FILES_KEPT_MAX_BYTES;
  }

  private bytesOf(state: Entry['state']): number {
    const entries = [...this.entries.values()].filter((entry) => entry.state === state);
    return entries.reduce((sum, { chosen }) => sum + chosen.bytes, 0);
  }

  private async copy(entry: Entry, file: File): Promise<void> {
    if (entry.isOver) return;
    const { store, locks } = this.options;
    const { id } = entry.chosen;
    try {
      const room = await this.options.findFreeRoom();
      const kept = this.bytesOf('kept');
      // Of what was free before any of them.
      const share = room === null ? Infinity : (room + kept) * SHARE_OF_FREE_ROOM;
      if (kept + file.size > share) throw new Error('No room to keep it');
      if (!(await locks.acquire(id))) throw new Error('Another tab has it');
      for (let at = 0; at < file.size && !entry.isOver; at += PIECE_BYTES) {
        const piece = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
        entry.chosen = { ...entry.chosen, pieces: entry.chosen.pieces + 1 };
        await store.write(entry.chosen, piece);
      }
      if (entry.isOver) return;
      entry.chosen = { ...entry.chosen, isWhole: true };
      entry.state = 'kept';
      await this.writeNewest(entry);
    } catch {
      entry.state = 'unkept';
      // What was copied of it takes room, and is of no use.
      if (locks.isHeldHere(id)) await store.remove([id]).catch(() => undefined);
      locks.release(id);
    }
    this.tell();
  }

  /** Typing is faster than writing: of what was typed meanwhile the newest is written. */
  private save(entry: Entry): void {
    const write = async () => {
      if (entry.state !== 'kept') return;
      try {
        await this.writeNewest(entry);
      } catch {
        entry.state = 'unkept';
      }
      this.tell();
    };
    entry.work = entry.work.then(write);
  }

  private async writeNewest(entry: Entry): Promise<void> {
    while (!entry.isOver && entry.written !== entry.chosen) {
      const { chosen } = entry;
      await this.options.store.write(chosen);
      entry.written = chosen;
    }
  }

  /** It was sent, or taken away. */
  drop(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    const { store, locks } = this.options;
    entry.isOver = true;
    this.entries.delete(id);
    this.tell();
    // One that another tab has is none of this page's to remove. What cannot be removed now is found again.
    const remove = async () => {
      if (locks.isHeldHere(id)) await store.remove([id]).catch(() => undefined);
      locks.release(id);
    };
    void entry.work.then(remove);
  }

  /** Takes into hand what this form has of these owners and no hand has, and lets go of what nobody needs any more. */
  async find(owners: readonly string[]): Promise<FoundFiles> {
    const { store, locks, form } = this.options;
    const found: FoundFiles = { files: [], elsewhere: [] };
    const kept = await store.findAll();
    const held = await locks.findHeld();
    await this.discardForgotten(kept, held).catch(() => undefined);
    for (const { id, owner, form: chosenIn } of kept) {
      if (chosenIn !== form || !owners.includes(owner) || this.entries.has(id) || locks.isHeldHere(id)) continue;
      if (held.has(id) || !(await locks.acquire(id))) {
        // Another look of this page may have been faster.
        if (!locks.isHeldHere(id)) found.elsewhere.push(id);
      } else {
        // One that cannot be read stays, for a better day.
        const file = await this.take(id).catch(() => null);
        if (file) found.files.push(file);
        else locks.release(id);
      }
    }
    return found;
  }

  private async take(id: string): Promise<FileInHand | null> {
    const { store } = this.options;
    const read = await store.read(id);
    if (!read) return null;
    const { chosen, file } = read;
    if (!chosen.isWhole || file.size !== chosen.bytes) {
      await store.remove([id]);
      return null;
    }
    const seen = { ...chosen, seenAt: new Date() };
    const entry: Entry = {
      chosen: seen,
      written: chosen,
      state: 'kept',
      isInHand: false,
      isOver: false,
      work: Promise.resolve(),
    };
    this.entries.set(id, entry);
    this.save(entry);
    return { id, file, description: chosen.description };
  }

  /** Whoever does not come back to a shared browser leaves nothing in it for ever. */
  private async discardForgotten(kept: readonly ChosenFile[], held: ReadonlySet<string>): Promise<void> {
    const forgotten = kept.filter((chosen) => !held.has(chosen.id) && isForgotten(chosen)).map(({ id }) => id);
    if (forgotten.length > 0) await this.options.store.remove(forgotten);
  }

  /** Resolves once no other tab has any of them; rejects when the signal aborts. */
  async waitUntilFree(ids: readonly string[], signal: AbortSignal): Promise<void> {
    await Promise.all(ids.map((id) => this.options.locks.waitUntilFree(id, signal)));
  }

  /** Whether anything is kept of these owners, those in hand included. Rejects where nothing can be kept. */
  async has(owners: readonly string[]): Promise<boolean> {
    const kept = await this.options.store.findAll();
    return kept.some(({ owner, isWhole }) => isWhole && owners.includes(owner));
  }

  /** Whether an earlier page of this form has left any of these owners. Rejects where nothing can be kept. */
  async hasLeft(owners: readonly string[]): Promise<boolean> {
    const kept = await this.options.store.findAll();
    return kept.some(
      ({ id, owner, form, isWhole }) =>
        isWhole && form === this.options.form && owners.includes(owner) && !this.entries.has(id),
    );
  }

  /**
   * Removes all of these owners, those in hand included, and of nobody what no other tab has. Rejects when one cannot be
   * removed.
   */
  async forgetAll(owners: readonly string[]): Promise<void> {
    const { store, locks } = this.options;
    const entries = [...this.entries.values()];
    // Otherwise one that is being copied would be kept anew.
    for (const entry of entries) entry.isOver = true;
    await Promise.all(entries.map(({ work }) => work));
    const held = await locks.findHeld();
    const isOf = ({ owner, id }: ChosenFile) =>
      owners.includes(owner) || (owner.startsWith(NOBODY) && (!held.has(id) || locks.isHeldHere(id)));
    await store.remove((await store.findAll()).filter(isOf).map(({ id }) => id));
  }

  /** The page goes on without them: whoever opens it next finds them. */
  leave(): void {
    for (const [id, entry] of this.entries) {
      entry.isOver = true;
      void entry.work.then(() => this.options.locks.release(id));
    }
    this.entries.clear();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly keeping = (): Keeping => this.state;

  private tell(): void {
    const entries = [...this.entries.values()];
    const isAllKept = entries.every(({ state, written, chosen }) => state === 'kept' && written === chosen);
    const unkept = entries.filter(({ state }) => state === 'unkept').map(({ chosen }) => chosen.name);
    if (isAllKept === this.state.isAllKept && String(unkept) === String(this.state.unkept)) return;
    this.state = { isAllKept, unkept };
    for (const listener of this.listeners) listener();
  }
}

function isForgotten({ owner, seenAt }: ChosenFile): boolean {
  const maxAgeMs = owner.startsWith(NOBODY) ? CHOSEN_FILE_NOBODYS_MAX_AGE_MS : LOCAL_DRAFT_MAX_AGE_MS;
  return Date.now() - seenAt.getTime() > maxAgeMs;
}

/** With the means of this browser. */
export function openChosenFiles(form: ChosenFileForm): ChosenFiles {
  return new ChosenFiles({ form, store: new ChosenFileStore(), locks: openTabLocks('chosen-file:'), findFreeRoom });
}

async function findFreeRoom(): Promise<number | null> {
  // Not known where a page came without TLS.
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  const { quota, usage } = (await storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? null : quota - usage;
}
