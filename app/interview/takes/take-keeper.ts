import type { AnswerVideo } from '../../../api/contract/answers.js';
import { LOCAL_DRAFT_MAX_AGE_MS, LOCAL_DRAFT_SEEN_STEP_MS } from '../../../api/contract/limits.js';
import type { BegunTake, Take, TakeCopy } from '../recorder/take.js';
import { sha256 } from '../saving/sha256.js';
import type { KeptTake } from './kept-take.js';
import { type CopyOptions, StoredTakeCopy } from './stored-take-copy.js';

/** A take that begins, and the question to which it belongs. */
export type NewTake = BegunTake & { questionId: number };

/** The takes of a person that this browser keeps, apart from those in use in this tab. */
export interface KeptTakesFound {
  waiting: KeptTake[];
  /** In use in another tab. */
  elsewhere: KeptTake[];
}

/** Under which ids the takes of one person are kept: new ones under the first. */
export type KeptUnder = readonly [string, ...string[]];

/** Keeps the takes of one person in this browser until the server has them. */
export class TakeKeeper {
  private readonly copies = new Set<StoredTakeCopy>();

  constructor(
    private readonly keptUnder: KeptUnder,
    private readonly options: CopyOptions,
  ) {}

  /** The copy of a take that begins now. */
  begin(take: NewTake): TakeCopy {
    const id = crypto.randomUUID();
    const [participantId] = this.keptUnder;
    const empty = { durationSeconds: null, pieces: 0, bytes: 0, isWhole: false, uploadId: undefined };
    return this.copyOf({ ...take, ...empty, participantId, id }, this.options.claims.claim(id));
  }

  /** Looks what is kept, and lets go of what nobody needs any more. Rejects where nothing can be kept. */
  async find(answers: AnswerVideo[]): Promise<KeptTakesFound> {
    const found: KeptTakesFound = { waiting: [], elsewhere: [] };
    const kept = await this.findAll();
    const claimed = await this.options.claims.findClaimed();
    // Housekeeping: where it fails, as on a full disk, what is kept counts all the more.
    await this.discardForgotten().catch(() => undefined);
    for (const take of kept) {
      if (msSinceSeen(take) > LOCAL_DRAFT_SEEN_STEP_MS) {
        await this.options.store.noteSeen(take, new Date()).catch(() => undefined);
      }
      if (this.options.claims.isMine(take.id)) continue;
      if (claimed.has(take.id)) found.elsewhere.push(take);
      else if (isUseless(take) || (await this.isStored(take, answers))) await this.discard(take);
      else found.waiting.push(take);
    }
    return found;
  }

  /** Takes a kept take up in this tab. Null when another tab was faster. Rejects when it cannot be read. */
  async open(kept: KeptTake): Promise<Take | null> {
    const { store, claims } = this.options;
    if (!(await claims.claim(kept.id))) return null;
    try {
      const current = await this.reread(kept);
      const take = current && this.toTake(current, await store.read(current));
      if (!take) claims.giveUp(kept.id);
      return take;
    } catch (error) {
      claims.giveUp(kept.id);
      throw error;
    }
  }

  /** Removes a kept take for good, unless another tab has it. Rejects when it cannot be removed. */
  async discard(kept: KeptTake): Promise<void> {
    const { store, claims } = this.options;
    if (!(await claims.claim(kept.id))) return;
    try {
      await store.remove(kept);
    } finally {
      claims.giveUp(kept.id);
    }
  }

  /** How many takes of this person are kept, those in use included. Rejects where nothing can be kept. */
  async count(): Promise<number> {
    return (await this.findAll()).filter((take) => !isUseless(take)).length;
  }

  /** Removes all takes of this person, those in use included. Rejects when one cannot be removed. */
  async forgetAll(): Promise<void> {
    const { store } = this.options;
    // Otherwise a recording that goes on would be kept anew.
    for (const copy of this.copies) copy.remove();
    await Promise.all([...this.copies].map((copy) => copy.settled()));
    for (const take of await this.findAll()) await store.remove(take);
  }

  /** Answers once no other tab has the take; rejects when the signal aborts. */
  waitUntilFree(kept: KeptTake, signal: AbortSignal): Promise<void> {
    return this.options.claims.waitUntilFree(kept.id, signal);
  }

  private async findAll(): Promise<KeptTake[]> {
    const kept = await Promise.all(this.keptUnder.map((id) => this.options.store.findAllOf(id)));
    return kept.flat();
  }

  /** Whoever does not come back to a shared browser leaves nothing in it for ever. */
  private async discardForgotten(): Promise<void> {
    const [first, ...others] = this.keptUnder;
    for (const take of await this.options.store.findAllOfOthers(first)) {
      if (others.includes(take.participantId)) continue;
      if (msSinceSeen(take) > LOCAL_DRAFT_MAX_AGE_MS) await this.discard(take);
    }
  }

  private toTake(kept: KeptTake, blob: Blob): Take {
    const { origin, mimeType, filename, durationSeconds, recordedAt, uploadId } = kept;
    return { blob, origin, mimeType, filename, durationSeconds, recordedAt, uploadId, copy: this.copyOf(kept) };
  }

  private copyOf(take: KeptTake, ready?: Promise<unknown>): StoredTakeCopy {
    const copy = new StoredTakeCopy(take, this.options, ready);
    this.copies.add(copy);
    return copy;
  }

  /** Another tab may have saved or discarded it meanwhile. */
  private async reread({ id }: KeptTake): Promise<KeptTake | null> {
    return (await this.findAll()).find((take) => take.id === id) ?? null;
  }

  /** The page may have closed between the server's confirmation and the removal of the copy. */
  private async isStored(take: KeptTake, answers: AnswerVideo[]): Promise<boolean> {
    const answer = answers.find(({ questionId }) => questionId === take.questionId);
    if (answer?.fileSize !== take.bytes) return false;
    return (await sha256(await this.options.store.read(take))) === answer.sha256;
  }
}

function msSinceSeen({ seenAt, recordedAt }: KeptTake): number {
  return Date.now() - (seenAt ?? recordedAt).getTime();
}

/** Less is the head of a recording, without a picture or a sound. */
const USEFUL_BYTES = 1_000;

/** A part of a chosen file shows nothing, and its owner has the whole; nor does a recording that had hardly begun. */
function isUseless({ origin, isWhole, bytes }: KeptTake): boolean {
  return !isWhole && (origin === 'chosen' || bytes < USEFUL_BYTES);
}
