import { Injectable } from '@nestjs/common';
import { cueMoments, secondsAt } from '../../contract/transcripts/cue-moments.js';
import { SEARCH_PAGE_SIZE, SEARCH_ROW_CONTEXT } from '../../contract/common/limits.js';
import type { SearchAnswer, SearchRow } from '../../contract/search/search-answer.js';
import {
  excerptAround,
  foldCase,
  matchesTranscript,
  positionOfMatch,
  searchedText,
} from '../../contract/search/transcript-search.js';
import { type Reader, ReadReplica } from '../../platform/database/read-replica.js';
import { SingleFlight } from '../../platform/jobs/single-flight.js';
import { Turns } from '../../platform/jobs/turns.js';
import { type JsonPieces, StoriesDocument } from './stories-document.js';
import { StoriesRepository } from './stories.repository.js';
import { type FoundAnswer, TranscriptSearchRepository } from './transcript-search.repository.js';

const TEXTS_AT_A_TIME = 500;
const COMPARED_FOR_MS = 10_000;
/** A letter or two reads all texts: however many ask for that, uploads and staff have the database, too. */
const SEARCHES_AT_ONCE = 2;
/** PostgreSQL keeps no such character, and refuses a question that holds one. */
const NUL = '\0';

/**
 * The transcript search. PostgreSQL compares texts whose case was folded here, because what it takes for lower case
 * depends on how the database was made.
 */
@Injectable()
export class TranscriptSearchService {
  private fingerprint = '';
  private comparedAt: number | null = null;
  private readonly updates = new SingleFlight(() => this.update());
  private readonly searches = new Turns(SEARCHES_AT_ONCE);

  constructor(
    private readonly stories: StoriesRepository,
    private readonly texts: TranscriptSearchRepository,
    private readonly document: StoriesDocument,
    private readonly replica: ReadReplica,
  ) {}

  /**
   * Brings the texts in step with what is public, so that the next search has nothing to wait for.
   * @param participantIds those of these people, as nobody else's have changed; null: all
   */
  async bringUpToDate(participantIds: string[] | null = null): Promise<void> {
    if (participantIds === null) await this.updates.request();
    else if (participantIds.length > 0) {
      try {
        await this.compare(participantIds);
      } finally {
        // Of the texts as they are by now it says nothing.
        this.fingerprint = '';
      }
    }
  }

  /** The stories with an answer that contains the query, with those answers alone; a blank query is in none. */
  async findStories(query: string): Promise<JsonPieces> {
    const text = searchedText(query);
    if (!isAskable(text)) return ['[]'];
    await this.beInStep();
    const found = await this.inTurn((reader) => this.texts.findAll(text, reader));
    return this.document.pick(({ id, revision, read }) => {
      const foundRevision = found.get(id);
      // It may have changed since it was found.
      return foundRevision === revision || (foundRevision !== undefined && matchesTranscript(read().transcript, query));
    });
  }

  /**
   * Answers whose transcript contains the query, as rows; a blank query is in none.
   * @param from where the page of rows begins
   * @param shown ids of rows to confirm
   */
  async search(query: string, from: number, shown: string[]): Promise<SearchAnswer> {
    const text = searchedText(query);
    if (!isAskable(text)) return { count: 0, rows: [], shown: [] };
    await this.beInStep();
    const { found, answers } = await this.inTurn(async (reader) => {
      const ids = await this.texts.find(text, { from, limit: SEARCH_PAGE_SIZE, asked: shown }, reader);
      return { found: ids, answers: await this.texts.findAnswers([...ids.page, ...ids.shown], reader) };
    });
    const rows = new Map(answers.flatMap((answer) => rowOf(answer, query)).map((row) => [row.videoId, row]));
    const rowsOf = (ids: string[]) => ids.flatMap((id) => rows.get(id) ?? []);
    return { count: found.count, rows: rowsOf(found.page), shown: rowsOf(found.shown) };
  }

  private async inTurn<T>(read: (reader: Reader) => Promise<T>): Promise<T> {
    await this.searches.take();
    try {
      return await this.replica.read(read);
    } finally {
      this.searches.end();
    }
  }

  /**
   * Publishing keeps the texts in step, so that no search waits for that. What a server that was killed has left undone
   * is seen now and then, beside a search; the first one after a start waits.
   */
  private async beInStep(): Promise<void> {
    if (this.comparedAt === null) await this.updates.request();
    else if (Date.now() - this.comparedAt > COMPARED_FOR_MS) this.updates.request().catch(() => undefined);
  }

  /** Brings the texts in step with the public answers, whoever has changed them. */
  private async update(): Promise<void> {
    const fingerprint = await this.stories.fingerprint();
    if (fingerprint !== this.fingerprint) {
      await this.compare(null);
      // What was approved in between and is taken back later leaves the same fingerprint as before both.
      this.fingerprint = (await this.stories.fingerprint()) === fingerprint ? fingerprint : '';
    }
    this.comparedAt = Date.now();
  }

  private async compare(participantIds: string[] | null): Promise<void> {
    for (let isComplete = false; !isComplete;) {
      const { outdated, missing } = await this.texts.findDifferences(participantIds);
      if (outdated.length > 0) await this.texts.remove(outdated);
      isComplete = true;
      for (let at = 0; at < missing.length; at += TEXTS_AT_A_TIME) {
        const texts = await this.texts.findTexts(missing.slice(at, at + TEXTS_AT_A_TIME));
        const added = await this.texts.add(texts.map((video) => ({ ...video, text: foldCase(video.text) })));
        // The others have changed just now, or another server was faster.
        if (added < texts.length) isComplete = false;
      }
      if (missing.length > 0) await this.texts.settle();
    }
  }
}

function isAskable(text: string): boolean {
  return text !== '' && !text.includes(NUL);
}

/** None when the answer has changed since it was found. */
function rowOf({ transcript, cues, ...answer }: FoundAnswer, query: string): SearchRow[] {
  if (!matchesTranscript(transcript, query)) return [];
  const seconds = secondsAt(cueMoments(cues ?? []), positionOfMatch(transcript, query));
  return [{ ...answer, ...excerptAround(transcript, query, SEARCH_ROW_CONTEXT), seconds }];
}
