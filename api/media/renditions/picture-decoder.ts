import { createReadStream } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { z } from 'zod';
import { Turns } from '../../platform/jobs/turns.js';
import { MediaSandbox } from '../sandbox/media-sandbox.js';
import { nodeScript } from '../sandbox/node-script.js';
import { CannotStart, type WalledEnd, type WalledProcess } from '../sandbox/sandbox.js';
import type { WalledRun } from '../sandbox/walls.js';
import type { PictureJob, PictureOutput } from './picture-job.js';

const MiB = 1024 ** 2;
const TIMEOUT_MS = 60_000;
/** A process that waits for the next picture is ended when none comes: it holds 33 MB, and another starts in a moment. */
const WAIT_MS = 20_000;
const TRIES = 2;
const ANSWER_MAX_BYTES = 128 * MiB;
const LINE_FEED = 10;
/** What that process says when it waits for its picture. */
const READY = Buffer.from('ready\n');
const SCRIPT = path.join(import.meta.dirname, `picture-process${path.extname(import.meta.filename)}`);
/** Somebody waits for it, though not only for it. */
const NICENESS = 5;
/** Of 100 megapixels that can only be decoded as a whole: under 1 GiB. */
const LIMITS: WalledRun['limits'] = {
  cpuSeconds: (TIMEOUT_MS / 1000) * os.availableParallelism(),
  // The engine reserves far more than it ever fills.
  addressSpaceBytes: 64 * 1024 * MiB,
  dataBytes: 2 * 1024 * MiB,
  memoryBytes: 2 * 1024 * MiB,
};
/** Everybody's photos go on while one is slow. */
const AT_A_TIME = Math.max(2, os.availableParallelism());

/** The picture itself is to blame. */
export class PictureProblem extends Error {
  constructor(
    readonly code: 'too_many_pixels' | 'unreadable',
    detail: string,
  ) {
    super(detail);
  }
}

/** This machine could not decode just now. */
export class DecoderUnavailable extends Error {}

const answerHead = z.union([
  z.object({ sizes: z.array(z.int().min(0)) }),
  z.object({ problem: z.enum(['too_many_pixels', 'unreadable']), detail: z.string() }),
]);

interface DecodeOptions {
  /** No other follows soon: none waits for it beside what needs the memory. */
  isAlone?: boolean;
}

/** Decodes pictures of strangers, each in a process of its own behind walls, of which one is started beforehand. */
@Injectable()
export class PictureDecoder implements OnApplicationShutdown {
  timeoutMs = TIMEOUT_MS;
  private readonly logger = new Logger('Pictures');
  private next: PictureProcess | null = null;
  private readonly turns = new Turns(AT_A_TIME);
  private isClosed = false;

  constructor(private readonly sandbox: MediaSandbox) {}

  /**
   * Makes the outputs of a picture, in their order.
   * @param source path of a file, or its bytes
   * @throws PictureProblem, DecoderUnavailable
   */
  async decode(source: string | Buffer, job: PictureJob, { isAlone = false }: DecodeOptions = {}): Promise<Buffer[]> {
    await this.turns.take();
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await this.attempt(source, job, isAlone);
        } catch (error) {
          if (error instanceof PictureProblem) {
            this.logger.debug(`A picture cannot be decoded: ${error.message}`);
            throw error;
          }
          this.logger.error(error);
          if (tries === TRIES) throw new DecoderUnavailable(String(error), { cause: error });
        }
      }
    } finally {
      this.turns.end();
    }
  }

  /** Starts the process for the next picture beforehand, and says in the log when that fails. */
  private async prepare(): Promise<void> {
    if (this.isClosed || this.next) return;
    try {
      const started = await this.startProcess();
      started.walled.setAwaited(false);
      if (this.isClosed || this.next) return started.walled.kill();
      this.next = started;
      setTimeout(() => this.letGo(started), WAIT_MS).unref();
    } catch (error) {
      this.logger.error(error);
    }
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    if (this.next) this.letGo(this.next);
  }

  private async attempt(source: string | Buffer, job: PictureJob, isAlone: boolean): Promise<Buffer[]> {
    const prepared = this.next;
    this.next = null;
    // One that has ended meanwhile, for whatever reason, is no picture's fault.
    const decoding = prepared?.isAlive() ? prepared : await this.startProcess();
    decoding.walled.setAwaited(true);
    if (!isAlone) void this.prepare();
    return decoding.work(source, job, this.timeoutMs);
  }

  private letGo(waiting: PictureProcess): void {
    if (this.next !== waiting) return;
    this.next = null;
    waiting.walled.kill();
  }

  private async startProcess(): Promise<PictureProcess> {
    const sandbox = await this.sandbox.open();
    return new PictureProcess(await sandbox.start({ ...nodeScript(SCRIPT), niceness: NICENESS, limits: LIMITS }));
  }
}

/** A process for one picture. */
class PictureProcess {
  private readonly answer: Buffer[] = [];
  private answerBytes = 0;
  private hasEnded = false;

  constructor(readonly walled: WalledProcess) {
    walled.stdout.on('data', (chunk: Buffer) => {
      this.answer.push(chunk);
      this.answerBytes += chunk.length;
      if (this.answerBytes > ANSWER_MAX_BYTES) walled.kill();
    });
    void walled.ended.catch(() => undefined).then(() => (this.hasEnded = true));
  }

  isAlive(): boolean {
    return !this.hasEnded;
  }

  /** @throws PictureProblem; Error when this machine is to blame */
  async work(source: string | Buffer, job: PictureJob, timeoutMs: number): Promise<Buffer[]> {
    const { walled } = this;
    let isTooSlow = false;
    const timer = setTimeout(() => {
      isTooSlow = true;
      walled.kill();
    }, timeoutMs);
    try {
      const sent = send(source, job, walled);
      const [end] = await Promise.all([walled.ended, sent]);
      if (isTooSlow) throw new PictureProblem('unreadable', 'It took too long.');
      return this.read(end, job);
    } finally {
      clearTimeout(timer);
      walled.kill();
    }
  }

  private read({ code, killedBy, isTooHeavy, errors }: WalledEnd, { outputs }: PictureJob): Buffer[] {
    const answer = Buffer.concat(this.answer);
    if (!answer.subarray(0, READY.length).equals(READY)) throw new CannotStart(SCRIPT, errors);
    const isEndless = this.answerBytes > ANSWER_MAX_BYTES;
    // What is killed from outside, by the system that ran out of memory or by a person, says nothing of the picture.
    if (killedBy === 'SIGKILL' && !isTooHeavy && !isEndless) throw new Error('The decoder was ended by SIGKILL.');
    if (code !== 0) throw new PictureProblem('unreadable', errors);
    return parseAnswer(answer.subarray(READY.length), outputs);
  }
}

/** Whoever reads may end before the end of what it is sent. */
async function send(source: string | Buffer, job: PictureJob, { stdin, ended }: WalledProcess): Promise<void> {
  stdin.write(`${JSON.stringify(job)}\n`);
  if (Buffer.isBuffer(source)) {
    stdin.end(source);
    return;
  }
  const file = createReadStream(source);
  void ended.catch(() => undefined).then(() => file.destroy());
  await pipeline(file, stdin).catch((error: NodeJS.ErrnoException) => {
    if (file.errored) throw error;
  });
}

/** @throws PictureProblem when that process says so, or says something that it should not */
function parseAnswer(answer: Buffer, outputs: readonly PictureOutput[]): Buffer[] {
  const headEnd = answer.indexOf(LINE_FEED);
  const head = answerHead.safeParse(parseJson(answer.toString('utf8', 0, headEnd)));
  if (!head.success) throw new PictureProblem('unreadable', 'The decoder gave no answer.');
  if ('problem' in head.data) throw new PictureProblem(head.data.problem, head.data.detail);
  let at = headEnd + 1;
  const pictures = head.data.sizes.map((size) => answer.subarray(at, (at += size)));
  const isWhole = at === answer.length && pictures.length === outputs.length;
  if (!isWhole || !outputs.every((output, index) => isOfFormat(pictures[index]!, output))) {
    throw new PictureProblem('unreadable', 'The decoder answered with something else.');
  }
  return pictures;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a decoder that was taken over makes is kept as a picture at most. */
function isOfFormat(bytes: Buffer, { format, width, height }: PictureOutput): boolean {
  const text = bytes.toString('latin1', 0, 12);
  switch (format) {
    case 'webp':
      return text.startsWith('RIFF') && text.endsWith('WEBP');
    case 'jpeg':
      return text.startsWith('\xff\xd8\xff');
    case 'pixels':
      return bytes.length === width * height * 4;
  }
}
