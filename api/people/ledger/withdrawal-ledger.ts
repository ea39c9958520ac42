import { chmod, open } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { isISO8601, isUUID } from 'class-validator';
import type { KeptAlone, RecordingConsentState } from '../../contract/consent/consent.js';
import type { OwnThing } from '../../contract/stories/my-story.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { S3Bucket } from '../../media/store/s3-bucket.js';
import { makeFolder, syncFolder } from '../../media/store/durable-files.js';
import { SharedLines } from './shared-lines.js';

/** What a person took back, or said again. By ids and hashes alone. */
export type LedgerEvent =
  /** Everything about the person was deleted; `uploadsStay`: but what came through the upload page, which has its own time. */
  | { kind: 'left'; participantId: string; uploadsStay?: true }
  /** All of the story that there was until then. */
  | { kind: 'withdrawn'; participantId: string }
  | { kind: OwnThing; participantId: string; id: string }
  /** Answers of a public story, whose time was over: all that there were until then. */
  | { kind: 'answers_ended'; participantId: string }
  /** A photo or video of the upload page, of which nobody knows whose it is. */
  | { kind: 'upload'; participantId: null; id: string }
  /** A finished video that a producer deleted, whoever's it is: nobody has said no to it. */
  | { kind: 'deleted'; participantId: null; id: string }
  /** What a person removed by itself, or said is not theirs: a recording or photo by the id of its file, words by their own. */
  | { kind: 'removed'; participantId: string; id: string }
  /** What an answer in words said until then. */
  | { kind: 'emptied'; participantId: string; id: string }
  /** What they had wished for their story until then. */
  | { kind: 'wishes'; participantId: string }
  /** One thing that somebody who helps had added. */
  | { kind: 'helped'; participantId: string; id: string }
  /** A mailed link proved the e-mail, in another browser than had registered it or in that: what is said since is its owner's. */
  | { kind: 'proven'; participantId: string; isElsewhere: boolean }
  | { kind: 'hidden'; participantId: string }
  | { kind: 'shown'; participantId: string }
  /** Of a finished video: a "no", or not as it is. */
  | { kind: 'refused'; participantId: string; id: string }
  /** A yes that came after it; `content`: a hash of what the video showed then, which lines of earlier versions do not have. */
  | { kind: 'released'; participantId: string; id: string; content?: string }
  /** A video that waits for approval again: an older cut than one that they took back, or made of what was not theirs. */
  | { kind: 'covered'; participantId: string; id: string }
  /** A finished video is that person's, and nobody's before them. */
  | { kind: 'moved'; participantId: string; id: string }
  /** The public may not see an earlier name any more. */
  | { kind: 'named'; participantId: string }
  /** They are tagged no more, or a handle is another: of those that there were until then none counts. */
  | { kind: 'handles'; participantId: string }
  | ConsentWord;

/** What was said about being recorded, or about another company that turns speech into words. */
export type ConsentWord =
  /** `guardianDecides`: about somebody who has said that they are under 18. */
  | { kind: 'recording'; participantId: string; state: RecordingConsentState; guardianDecides: boolean }
  | { kind: 'transcription'; participantId: string; isAllowed: boolean }
  /** A parent's or guardian's no to what was begun under an e-mail, before its owner has said that it is theirs. */
  | { kind: 'guardian_refused'; participantId: string }
  /** Staff had them asked anew, whatever they or a parent or guardian had said until then. */
  | { kind: 'asked_anew'; participantId: string }
  /** Whether written answers, or photos, are kept of somebody who is not recorded. */
  | { kind: KeptAlone; participantId: string; isAllowed: boolean };

export type LedgerEntry = LedgerEvent & {
  /** ISO 8601. */
  at: string;
};

/** A line that says nothing; `isTorn`: not even a beginning of JSON, as a power cut leaves it, which was never answered. */
export interface UnreadLine {
  number: number;
  isTorn: boolean;
}

/** Which fields a line has besides its time and its person. */
const FIELDS: Record<LedgerEvent['kind'], (line: Record<string, unknown>) => boolean> = {
  left: ({ uploadsStay }) => uploadsStay === undefined || uploadsStay === true,
  withdrawn: () => true,
  answers_ended: () => true,
  upload: ({ id }) => isUUID(id),
  deleted: ({ id }) => isUUID(id),
  proven: ({ isElsewhere }) => typeof isElsewhere === 'boolean',
  hidden: () => true,
  shown: () => true,
  named: () => true,
  handles: () => true,
  answer: ({ id }) => isUUID(id),
  photo: ({ id }) => isUUID(id),
  video: ({ id }) => isUUID(id),
  removed: ({ id }) => isUUID(id),
  emptied: ({ id }) => isUUID(id),
  wishes: () => true,
  helped: ({ id }) => isUUID(id),
  refused: ({ id }) => isUUID(id),
  released: ({ id, content }) => isUUID(id) && (content === undefined || typeof content === 'string'),
  covered: ({ id }) => isUUID(id),
  moved: ({ id }) => isUUID(id),
  recording: ({ state, guardianDecides }) => isState(state) && typeof guardianDecides === 'boolean',
  guardian_refused: () => true,
  asked_anew: () => true,
  transcription: ({ isAllowed }) => typeof isAllowed === 'boolean',
  words: ({ isAllowed }) => typeof isAllowed === 'boolean',
  photos: ({ isAllowed }) => typeof isAllowed === 'boolean',
};

/** Nobody's words. */
const OF_NOBODY = new Set<string>(['upload', 'deleted'] satisfies LedgerEvent['kind'][]);

const FILE_NAME = 'withdrawals.jsonl';
const OWN_MODE = 0o600;
const NEWLINE = '\n'.charCodeAt(0);

/**
 * Every "no", beside the database: an older backup of it that is restored knows nothing of what came later. It is only ever
 * added to, and on the disk before a withdrawal is answered; in the bucket, too, where files are kept in one.
 */
@Injectable()
export class WithdrawalLedger {
  private readonly folder: string;
  private readonly file: string;
  private last: Promise<unknown> = Promise.resolve();

  /** Null: all servers share this disk. */
  private readonly shared: SharedLines | null;

  constructor({ stateDir, mediaPlace, s3 }: AppConfig) {
    this.folder = path.join(stateDir, 'ledger');
    this.shared = mediaPlace ? new SharedLines(new S3Bucket(mediaPlace, s3)) : null;
    this.file = path.join(this.folder, FILE_NAME);
  }

  /**
   * Resolves once the entry would survive a power cut, and, where there is a bucket, the loss of this machine.
   * @param at of `LedgerClock`, where a later word of the same person may take this one's place
   */
  async append(event: LedgerEvent, at = new Date()): Promise<void> {
    const entry: LedgerEntry = { at: at.toISOString(), ...event };
    const line = JSON.stringify(entry);
    await this.shared?.add(line);
    await this.inTurn(() => this.write(line));
  }

  /** Brings what other servers have written here, and what only this one knows to them. */
  async exchange(): Promise<void> {
    const { shared } = this;
    if (!shared) return;
    await this.inTurn(async () => {
      const known: string[] = [];
      for await (const line of this.lines()) if (isEntry(parse(line))) known.push(line);
      for (const line of await shared.exchange(known)) await this.write(line);
    });
  }

  /** In the order in which they came, with the lines that could not be understood: they keep nobody from reading the rest. */
  async read(): Promise<{ entries: LedgerEntry[]; unread: UnreadLine[] }> {
    const entries: LedgerEntry[] = [];
    const unread: UnreadLine[] = [];
    let number = 0;
    for await (const line of this.lines()) {
      number += 1;
      if (line === '') continue;
      const parsed = parse(line);
      if (isEntry(parsed)) entries.push(parsed);
      else unread.push({ number, isTorn: parsed === undefined });
    }
    return { entries, unread };
  }

  /** One by one: all of them may be longer than a string can be. */
  private async *lines(): AsyncGenerator<string> {
    const handle = await open(this.file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    if (handle) yield* handle.readLines();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.last.catch(() => undefined).then(work);
    this.last = done;
    return done;
  }

  private async write(line: string): Promise<void> {
    await makeFolder(this.folder);
    await using handle = await open(this.file, 'a+', OWN_MODE);
    const { size } = await handle.stat();
    const end = Buffer.alloc(1);
    const isTorn = size > 0 && (await handle.read(end, 0, 1, size - 1), end[0] !== NEWLINE);
    await handle.appendFile(`${isTorn ? '\n' : ''}${line}\n`);
    await handle.sync();
    if (size > 0) return;
    await chmod(this.folder, 0o700);
    await syncFolder(this.folder);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function isEntry(parsed: unknown): parsed is LedgerEntry {
  if (typeof parsed !== 'object' || parsed === null) return false;
  const line = parsed as Record<string, unknown>;
  const { at, kind, participantId } = line;
  if (typeof at !== 'string' || !isISO8601(at, { strict: true }) || typeof kind !== 'string') return false;
  // Some days that ISO 8601 can write, such as those of a week, are none to a Date.
  if (Number.isNaN(Date.parse(at))) return false;
  if (OF_NOBODY.has(kind) ? participantId !== null : !isUUID(participantId)) return false;
  return Object.hasOwn(FIELDS, kind) && FIELDS[kind as LedgerEvent['kind']](line);
}

function isState(state: unknown): state is RecordingConsentState {
  return typeof state === 'string' && Object.hasOwn(STATES, state);
}

const STATES: Record<RecordingConsentState, true> = {
  none: true,
  given: true,
  refused: true,
  withdrawn: true,
  guardian_asked: true,
  guardian_refused: true,
};
