import type { Transaction } from '../../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type {
  WordVersion as WordVersionOnTheWire,
  WordVersionSummary,
} from '../../../contract/videos/showcase-words.js';
import { WORD_FIELDS } from '../../../contract/videos/showcase-words.js';
import { AppError } from '../../../platform/http/app-error.js';
import { currentProducerName } from '../../../platform/http/current-producer.js';
import { noSuchVideo, textsVersion } from '../catalogue/showcase-video-row.js';
import type { WordVersion } from './word-version.entity.js';
import { WordVersionsRepository } from './word-versions.repository.js';

/** What the words of each video were, who wrote them, and when. */
@Injectable()
export class WordVersionsService {
  constructor(private readonly versions: WordVersionsRepository) {}

  /** Within a change of a video's words: keeps them as they are now, under the name of who makes this request. */
  keep(videoId: string, transaction: Transaction, restoredFrom?: number): Promise<void> {
    return this.versions.append(videoId, { producer: currentProducerName(), restoredFrom }, transaction);
  }

  /** Newest first. Every video has a first version. */
  async list(videoId: string): Promise<WordVersionSummary[]> {
    const rows = isUUID(videoId) ? await this.versions.findAll(videoId) : [];
    if (rows.length === 0) throw noSuchVideo();
    return rows.map(({ savedAt, number, producer, restoredFrom, ...is }) => {
      const changed = WORD_FIELDS.filter((field) => is[field]);
      return { number, producer, savedAt: savedAt.toISOString(), restoredFrom, changed };
    });
  }

  /** @throws AppError 404 `version_not_found` */
  async require(videoId: string, number: string, transaction?: Transaction): Promise<WordVersionOnTheWire> {
    const isNumber = /^[1-9]\d{0,8}$/.test(number);
    const row = isUUID(videoId) && isNumber ? await this.versions.find(videoId, Number(number), transaction) : null;
    if (!row) throw new AppError(404, 'version_not_found', 'There is no such version of these words.');
    return toWordVersion(row);
  }

  /** The latest words that had this `textsVersion`; null when they are too long ago, or were never saved. */
  async findByTextsVersion(videoId: string, version: string, transaction: Transaction): Promise<WordVersion | null> {
    const latest = await this.versions.findLatest(videoId, transaction);
    return latest.find((words) => textsVersion(words) === version) ?? null;
  }
}

function toWordVersion({ number, title, description, transcript, cues, ...row }: WordVersion): WordVersionOnTheWire {
  const { producer, restoredFrom, savedAt } = row;
  return { number, title, description, transcript, cues, producer, restoredFrom, savedAt: savedAt.toISOString() };
}
