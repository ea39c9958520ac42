import { Injectable } from '@nestjs/common';
import {
  type CutChanged,
  RELEASE_BLOCKS,
  RELEASE_BLOCKS_ADDRESS,
  RELEASE_BLOCKS_MOVING,
  RELEASE_REQUIRED,
  type ReleaseRequest,
  type ReleaseStanding,
  type ReleaseTerms,
} from '../../../../contract/videos/releases.js';
import { standsIn } from '../../../../contract/transcripts/sentences.js';
import { MediaService } from '../../../../media/store/media.service.js';
import { AppConfig } from '../../../../platform/config/app-config.js';
import type { Transaction } from '../../../../platform/database/transaction.js';
import { AppError } from '../../../../platform/http/app-error.js';
import { requireTerms } from './release-input.js';
import { contentHashOf, cutHashOf, limitsOf, type StandingCut, standingOf } from './release-state.js';
import { ReleasesRepository } from './releases.repository.js';

const NO_TERMS: ReleaseTerms = { uses: [], linkOnly: false, publicFrom: null, publicUntil: null };

/** What people say to finished cuts: a "no" always holds, and silence is never a yes. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly config: AppConfig,
    private readonly releases: ReleasesRepository,
    private readonly media: MediaService,
  ) {}

  standing(video: StandingCut): ReleaseStanding {
    return standingOf(video.release, video);
  }

  /** @throws AppError 409 `release_refused`, or `release_missing` where one is required, in words */
  requirePublishable(video: StandingCut): void {
    const standing = this.standing(video);
    if (standing in RELEASE_BLOCKS) {
      throw new AppError(409, 'release_refused', RELEASE_BLOCKS[standing as keyof typeof RELEASE_BLOCKS]);
    }
    if (standing === 'yes' || !this.isRequired(video)) return;
    const missing = wasRefused(video) ? 'refused' : (standing as 'none' | 'outdated');
    throw new AppError(409, 'release_missing', RELEASE_REQUIRED[missing]);
  }

  /**
   * A video may go to another person only where its present one has neither refused it nor asked for changes that are not
   * made yet, and no limit of their yes holds still.
   * @throws AppError 409 `release_refused`
   */
  requireMovable(video: StandingCut): void {
    if (wasRefused(video)) throw unmovable('no');
    if (this.standing(video) === 'change') throw unmovable('change');
    if (isLimited(video)) throw unmovable('limits');
  }

  /**
   * The same film is another one at another address, to which its person has said nothing. One that meets their wish for
   * changes may come in this way, unless limits of theirs hold, which would be lost. @throws AppError 409 `release_refused`
   */
  requireAddressChangeable(video: StandingCut): void {
    const isChange = video.release?.decision === 'change';
    const why = (wasRefused(video) && 'no') || (isLimited(video) && (isChange ? 'change' : 'limits'));
    if (why) throw new AppError(409, 'release_refused', RELEASE_BLOCKS_ADDRESS[why]);
  }

  /**
   * Whether what is public by now may not be so any more. What never had an answer stays as it was approved.
   * @param isChanged whether it is another cut than that
   */
  isTakenBack(video: StandingCut, isChanged: boolean): boolean {
    const standing = this.standing(video);
    if (standing === 'outdated' || (standing === 'none' && isChanged)) return this.isRequired(video);
    return standing in RELEASE_BLOCKS;
  }

  /** @throws AppError 409 `cut_changed` when that is another cut than they watched */
  requireWatched(video: StandingCut, watched: string): void {
    const cutHash = cutHashOf(video);
    if (watched !== cutHash) throw cutChanged(cutHash, video.writtenAnswerId !== null);
  }

  /**
   * Within a transaction that holds the video: keeps what its person says to it as it is now. A wish for changes leaves the
   * limits of an earlier yes; a "no" is said to what it was before, too. No mailed link opens it any more. Returns the number
   * of what is kept.
   * @throws AppError 400 for terms that cannot be, and for marks on what is not there
   */
  async record(
    video: StandingCut & { id: string },
    request: ReleaseRequest,
    at: Date,
    transaction: Transaction,
  ): Promise<string> {
    const { decision, words = '', marks = [] } = request;
    const { participantId, film, formerFilms, transcript } = video;
    const isChange = decision === 'change';
    const isOff = marks.some(({ sentence }) => sentence !== '' && !standsIn(sentence, transcript));
    if (isChange && isOff) {
      throw sentenceNotSaid();
    }
    const terms = { yes: () => requireTerms(request), change: () => video.release ?? NO_TERMS, no: () => NO_TERMS };
    const { uses, linkOnly, publicFrom, publicUntil } = terms[decision]();
    const said = { decision, words: isChange ? words : '', marks: isChange ? marks : [] };
    const release = { participantId, videoId: video.id, ...said, uses, linkOnly, publicFrom, publicUntil, at };
    await this.releases.endLinks(video.id, transaction);
    for (const former of decision === 'no' ? formerFilms : []) {
      await this.releases.insert({ ...release, ...ofFilm(video, former) }, transaction);
    }
    return this.releases.insert({ ...release, ...ofFilm(video, film) }, transaction);
  }

  /** Whether this database knows what was said at that time, whatever has become of the video since; see the repository. */
  knows(participantId: string, at: Date, times: readonly Date[] | null, transaction: Transaction): Promise<boolean> {
    return this.releases.knows(participantId, at, times, transaction);
  }

  /** Within a withdrawal of that time: what was said to the film, and to what it was before, goes, and a "no" to it stays. */
  async refuse(video: StandingCut & { id: string }, transaction: Transaction, at: Date): Promise<void> {
    const { participantId } = video;
    const films = filmsOf(video);
    await this.releases.endLinks(video.id, transaction);
    const scans = await this.releases.removeOf(participantId, films, transaction);
    await this.media.scheduleRemoval(scans, transaction);
    const release = { participantId, videoId: null, decision: 'no' as const, words: '', marks: [], ...NO_TERMS, at };
    for (const film of films) await this.releases.insert({ ...release, ...ofFilm(video, film) }, transaction);
  }

  /**
   * Within a transaction that holds the person's videos: what somebody else has said on paper goes. Returns the films, and
   * whether it alone let the story be found by its link alone.
   */
  async removeSaidOnPaper(
    participantId: string,
    transaction: Transaction,
  ): Promise<{ films: string[]; isLinkOnlyOver: boolean }> {
    const papers = await this.releases.removeSaidOnPaper(participantId, transaction);
    const scans = papers.map(({ mediaId }) => mediaId);
    await this.media.scheduleRemoval(scans, transaction);
    const isLinkOnlyOver =
      papers.some(({ linkOnly }) => linkOnly) && !(await this.isAnotherLinkOnly(participantId, '', transaction));
    return { films: papers.map(({ film }) => film), isLinkOnlyOver };
  }

  /** Within the removal of a person: the scans go with them. */
  async removePapersOf(participantId: string, transaction: Transaction): Promise<void> {
    await this.media.scheduleRemoval(await this.releases.removePapersOf(participantId, transaction), transaction);
  }

  private isRequired(video: StandingCut): boolean {
    return this.config.requireRelease || video.isNotRecorded || wasRefused(video) || isListedSince(video);
  }

  /** Within a transaction: whether another film of the person is to be found by its link alone. */
  isAnotherLinkOnly(participantId: string, film: string, transaction: Transaction): Promise<boolean> {
    return this.releases.isAnotherLinkOnly(participantId, film, transaction);
  }
}

/** What it is, and what it was before: a "no" holds for all of them. */
export function filmsOf({ film, formerFilms }: StandingCut): string[] {
  return [...new Set([film, ...formerFilms])];
}

/** What a release of that film is kept by. */
function ofFilm(video: StandingCut, film: string) {
  const cut = { ...video, film };
  return { film, cutHash: cutHashOf(cut), contentHash: contentHashOf(cut) };
}

function wasRefused({ release }: StandingCut): boolean {
  return release?.wasRefused ?? false;
}

/**
 * The person let this film be found by the link alone, and their story is listed now: a yes to another film may have listed
 * it while this one was not there.
 */
function isListedSince({ release, isUnlisted }: StandingCut): boolean {
  return !isUnlisted && (release?.linkOnly ?? false);
}

/** By what still limits anything: a first day that has come does not. */
function isLimited({ release }: StandingCut): boolean {
  return release !== null && limitsOf(release, Date.now()).length > 0;
}

function unmovable(why: keyof typeof RELEASE_BLOCKS_MOVING): AppError {
  return new AppError(409, 'release_refused', RELEASE_BLOCKS_MOVING[why]);
}

function cutChanged(cutHash: string, isWritten: boolean): AppError {
  const message = isWritten
    ? 'These words have changed since you read them. Please read them again first.'
    : 'This video has changed since you watched it. Please watch it again first.';
  return new AppError(409, 'cut_changed', message, undefined, { cutHash } satisfies Partial<CutChanged>);
}

export function sentenceNotSaid(): AppError {
  return new AppError(400, 'sentence_not_said', 'This sentence does not stand in the transcript.');
}
