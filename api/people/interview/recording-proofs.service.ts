import { Injectable } from '@nestjs/common';
import { RECORDING_PROOF_ANSWER_MS, RECORDING_PROOFS_AT_ONCE } from '../../contract/common/limits.js';
import type { RecordedFacts, RecordingProof } from '../../contract/media/recording-proof.js';
import { proveRecording, RECORDING_FLAWS } from '../../media/transcode/recording-prover.js';
import { sniffWanted } from '../../media/store/sniff-media.js';
import type { FinishedFile } from '../../media/store/temporary-file.js';
import { FfmpegLocator } from '../../media/transcode/ffmpeg-locator.js';
import type { VideoTools } from '../../media/transcode/video-tools.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { type NewProof, RecordingProofsRepository } from './recording-proofs.repository.js';
import { RecordingProofsWorker } from './recording-proofs.worker.js';

/** A recording that is about to be kept. */
export interface ProvableRecording {
  participantId: string;
  file: FinishedFile;
  /** Null: the sender tells nothing, and waits for nothing. */
  recorded: RecordedFacts | null;
  /** The sender was told that it is not whole, and wants what plays of it. */
  keepsFlawed: boolean;
}

const UNKNOWN: RecordingProof = { state: 'unknown', problem: null };

/** Whether recordings play from their first moment to their last: looked into before anyone says that they are saved. */
@Injectable()
export class RecordingProofsService {
  private readonly turns = new ProofTurns(RECORDING_PROOFS_AT_ONCE);

  constructor(
    private readonly locator: FfmpegLocator,
    private readonly proofs: RecordingProofsRepository,
    private readonly worker: RecordingProofsWorker,
  ) {}

  /**
   * Decodes a recording, for as long as its sender waits; then it is checked later. Null where nothing can be decoded.
   * @throws AppError 422 `recording_flawed` where it is not whole, `recording_unplayable` where nothing of it plays
   */
  async prove({ participantId, file, recorded, keepsFlawed }: ProvableRecording): Promise<NewProof | null> {
    const tools = await this.locator.open();
    // What is no recording is refused as that.
    if (!tools || !(await sniffWanted(file.path, 'recording'))) return null;
    const later: NewProof = { state: 'checking', problem: null, recorded: recorded ?? {} };
    if (recorded === null) return later;
    const flaw = await this.proveInTime(tools, file.path, participantId, recorded);
    if (flaw === undefined) return later;
    if (flaw === null) return { ...later, state: 'proven' };
    const problem = RECORDING_FLAWS[flaw];
    if (flaw === 'unplayable')
      throw new AppError(422, 'recording_unplayable', `This recording is not whole: ${problem}.`);
    if (!keepsFlawed) throw new AppError(422, 'recording_flawed', `This recording is not whole: ${problem}.`);
    return { ...later, state: 'flawed', problem };
  }

  /** Within the transaction that keeps the recording. */
  async keep(mediaId: string, proof: NewProof | null, transaction: Transaction): Promise<void> {
    if (proof) await this.proofs.insert(mediaId, proof, transaction);
  }

  /** After what is to be checked was kept. */
  checkSoon(proof: NewProof | null): void {
    if (proof?.state === 'checking') void this.worker.look();
  }

  /** After it was committed that the owner of some is to be told now. */
  tellSoon(): void {
    void this.worker.look();
  }

  /** By media. */
  async findAll(mediaIds: string[]): Promise<(mediaId: string) => RecordingProof> {
    const rows = await this.proofs.findAll(mediaIds);
    return (mediaId) => {
      const row = rows.get(mediaId);
      return row ? { state: row.state, problem: row.problem } : UNKNOWN;
    };
  }

  /** Undefined when it could not be told in time. */
  private async proveInTime(tools: VideoTools, source: string, participantId: string, recorded: RecordedFacts) {
    const startedAt = performance.now();
    const hopeless = new AbortController();
    const signal = AbortSignal.any([AbortSignal.timeout(RECORDING_PROOF_ANSWER_MS), hopeless.signal]);
    let first: { share: number; tookMs: number } | undefined;
    // Nobody waits to the end of their time for what cannot come in it. The first that is told has the start in it: how fast
    // it goes is known from the second on.
    const onDecoded = (share: number, tookMs: number) => {
      first ??= { share, tookMs };
      if (share <= first.share) return;
      const restMs = ((tookMs - first.tookMs) * (1 - share)) / (share - first.share);
      if (performance.now() - startedAt + restMs > RECORDING_PROOF_ANSWER_MS) hopeless.abort();
    };
    const prove = () => proveRecording(tools, source, recorded, { signal, onDecoded });
    try {
      return await this.turns.take(participantId, signal, prove);
    } catch {
      // Whatever went wrong, the recording is kept and checked later, where a failure is logged.
      return undefined;
    }
  }
}

/** Lets so many checks run at a time, and one of each person: nobody's recording keeps everybody else waiting. */
export class ProofTurns {
  private readonly running = new Set<string>();
  private waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  /** Rejects when the signal aborts before it is somebody's turn. */
  async take<T>(person: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    while (this.running.has(person) || this.running.size >= this.atOnce) await this.nextEnd(signal);
    this.running.add(person);
    try {
      return await work();
    } finally {
      this.running.delete(person);
      const waiting = this.waiting;
      this.waiting = [];
      for (const goOn of waiting) goOn();
    }
  }

  private nextEnd(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(signal.reason as Error);
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(() => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      });
    });
  }
}

/** What is wrong with the worst of several; one that is being checked counts more than one that is well. */
export function worstProof(proofs: RecordingProof[]): RecordingProof {
  const order = ['flawed', 'checking', 'unknown', 'proven'] as const;
  return order.map((state) => proofs.find((proof) => proof.state === state)).find((proof) => proof) ?? UNKNOWN;
}
