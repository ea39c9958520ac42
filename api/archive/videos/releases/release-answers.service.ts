import { Injectable } from '@nestjs/common';
import type { ReceiptActor, ReceiptKind, ReceiptMethod } from '../../../contract/consent/receipts.js';
import { type ReleaseDecision, type ReleaseRequest, releaseWording } from '../../../contract/videos/releases.js';
import { ReceiptsService } from '../../../people/consent/receipts.service.js';
import { LedgerClock } from '../../../people/ledger/ledger-clock.service.js';
import { afterCommit } from '../../../people/ledger/after-commit.js';
import { WithdrawalLedger } from '../../../people/ledger/withdrawal-ledger.js';
import { CorrectionsService } from '../../../people/participants/corrections.service.js';
import { OwnChanges } from '../../../people/participants/own-changes.service.js';
import { ParticipantsService } from '../../../people/participants/participants.service.js';
import { UnclaimedBeginnings } from '../../../people/participants/unclaimed-beginnings.service.js';
import { emailUnproven, type SignedInParticipant } from '../../../people/participants/signed-in-participant.js';
import { signedOut } from '../../../platform/http/app-error.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ElsewhereService } from '../../elsewhere/elsewhere.service.js';
import { Publisher, type BlockedVideo } from '../../publishing/publisher.js';
import { noSuchVideo, type ShowcaseVideoRow, unclaimed } from '../catalogue/showcase-video-row.js';
import { PersonVideosService } from '../changes/person-videos.service.js';
import { VideoLocks } from '../changes/video-locks.service.js';
import { ReleaseLinksRepository } from './release-links.repository.js';
import { linkEnded } from './link-ended.js';
import { contentHashOf, cutHashOf, limitsOf } from './standing/release-state.js';
import { filmsOf, ReleasesService } from './standing/releases.service.js';

const RECEIPTS: Record<ReleaseDecision, ReceiptKind> = {
  yes: 'release_given',
  change: 'changes_asked',
  no: 'release_refused',
};

/** Whose answer to which cut it is, and how it came. */
interface Saying {
  participantId: string;
  videoId: string;
  request: ReleaseRequest;
  kind?: ReceiptKind;
  actor: ReceiptActor;
  method: ReceiptMethod;
  producerName?: string;
  /** The transaction in which it is kept, where that is not one of its own. */
  within?: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** First of all: locks the person. */
  enter: (transaction: Transaction) => Promise<void>;
  /** Before anything is kept. */
  check?: (video: ShowcaseVideoRow) => void;
  /** Beside what is kept, by its number. */
  alsoWrite?: (number: string, transaction: Transaction) => Promise<void>;
}

/** What people say to a finished cut of theirs: on the screen, by a mailed link, or on paper. */
@Injectable()
export class ReleaseAnswers {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly corrections: CorrectionsService,
    private readonly personVideos: PersonVideosService,
    private readonly locks: VideoLocks,
    private readonly releases: ReleasesService,
    private readonly links: ReleaseLinksRepository,
    private readonly receipts: ReceiptsService,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly publisher: Publisher,
    private readonly elsewhere: ElsewhereService,
    private readonly ownChanges: OwnChanges,
  ) {}

  /**
   * When it resolves, nothing of the video is public that the answer does not allow, nor can it be approved.
   * @throws AppError 403 `email_unproven`; 404 for the video of somebody else; unless it is a "no" 409 `cut_changed` and 429
   *   `too_many_changes`; 400 for limits that cannot be; 503 `publishing_failed` when the answer is kept, but public files
   *   could not be removed yet: they are refused to everyone from then on
   */
  async answer(person: SignedInParticipant, videoId: string, request: ReleaseRequest): Promise<void> {
    if (!person.isProven) throw emailUnproven();
    if (request.decision !== 'no') await this.ownChanges.take(person.id);
    await this.keep({
      participantId: person.id,
      videoId,
      request,
      actor: 'participant',
      method: 'screen',
      enter: async (transaction) => {
        if (!(await this.participants.lockAuthor(person, transaction))) throw signedOut();
      },
    });
  }

  /** As `answer`, by a mailed link, which ends with it. @throws AppError 410 `link_expired`, `link_answered` */
  async answerByLink(tokenHash: Buffer, request: ReleaseRequest): Promise<void> {
    const link = await this.links.find(tokenHash);
    if (!link) throw linkEnded(null);
    const { participantId, videoId } = link;
    await this.keep({
      participantId,
      videoId,
      request,
      actor: 'participant',
      method: 'mailed_link',
      enter: async (transaction) => {
        await this.participants.lock(participantId, transaction);
        const live = await this.links.findLive(tokenHash, transaction);
        if (!live) throw linkEnded(await this.links.find(tokenHash, transaction));
      },
    });
  }

  /** Keeps an answer with its receipt, and brings the public in step with it. */
  async keep(saying: Saying): Promise<void> {
    const { participantId, videoId, request, actor, method, kind, producerName } = saying;
    const { decision, shownName } = request;
    const isYes = decision === 'yes';
    const isLimited = isYes && limitsOf(request).length > 0;
    const within =
      saying.within ?? (<T>(work: (transaction: Transaction) => Promise<T>) => this.corrections.inTransaction(work));
    const done = await within(async (transaction) => {
      await saying.enter(transaction);
      if (await this.beginnings.find(participantId, transaction)) {
        // What is perhaps not theirs is nothing that they are told of.
        throw method === 'paper' ? unclaimed('noted') : noSuchVideo();
      }
      const watched = await this.locks.lockOwn(videoId, participantId, transaction);
      const at = await this.clock.tick(participantId, transaction);
      // A "no" holds for whatever became of the cut while it was on its way.
      if (decision !== 'no') this.releases.requireWatched(watched, request.cutHash);
      saying.check?.(watched);
      const before = isYes ? await this.present(watched, saying, at, transaction) : null;
      if (before !== null) await this.personVideos.touchAllOf(participantId, transaction);
      const { video, taken, ofFilm, number } = await this.personVideos.release(watched, request, at, transaction);
      await saying.alsoWrite?.(number, transaction);
      // It holds for the film, which an older database may have in another video alone.
      const films = decision === 'no' ? filmsOf(watched) : [watched.film];
      const ofFilms = await this.personVideos.listOfFilms(participantId, films, transaction);
      // A yes with limits, too: an older database may hold one without them.
      if (!isYes || isLimited) {
        for (const { id } of ofFilms) await this.ledger.append({ kind: 'refused', participantId, id }, at);
      }
      if (before !== null) await this.ledger.append({ kind: 'named', participantId }, at);
      await this.receipts.append(transaction, {
        subject: { participantId },
        kind: kind ?? RECEIPTS[decision],
        actor,
        method,
        producerName: producerName ?? null,
        wording: releaseWording(video.writtenAnswerId !== null),
        cutHash: Buffer.from(cutHashOf(video), 'hex'),
        details: {
          decision,
          ...(isYes && {
            uses: request.uses ?? [],
            limits: limitsOf(request),
            underAnotherName: shownName !== undefined,
          }),
          ...(request.marks?.length ? { marks: request.marks.length } : {}),
        },
      });
      if (before !== null) await this.elsewhere.recall({ participantId, cause: 'renamed', videos: [] }, transaction);
      const isSeen = ofFilms.some(({ isShown }) => isShown);
      const isEnded = !isSeen && ofFilm.some(({ isShown }) => isShown || decision === 'change');
      const cause = decision === 'no' ? ('refused' as const) : isEnded && ('ended' as const);
      if (cause) await this.elsewhere.recall({ participantId, cause, videos: [watched] }, transaction);
      const said = ofFilms.map((each) => ({ id: each.id, content: contentHashOf(each) }));
      return { at, said, before, taken, ofFilm };
    });
    try {
      // Only now: a yes that was not kept counts for nothing.
      if (isYes && !isLimited) {
        await afterCommit(async () => {
          for (const each of done.said) {
            await this.ledger.append({ kind: 'released', participantId, ...each }, done.at);
          }
        });
      }
    } finally {
      // What it takes back, such as a name, is taken back already.
      await this.bringInStep(done, isLimited);
    }
  }

  /**
   * Under the name that they say, and in lists or found by the link alone: a paper lists no story again, for its person may
   * have said that later, to another film. Returns the address until then, if it is another.
   */
  private async present(
    { participantId, film, firstName, shownName: nameNow, isUnlisted: isUnlistedNow }: ShowcaseVideoRow,
    { request: { linkOnly = false, shownName = nameNow }, method }: Saying,
    at: Date,
    transaction: Transaction,
  ): Promise<string | null> {
    const isUnlisted =
      linkOnly ||
      (method === 'paper' && isUnlistedNow) ||
      (await this.releases.isAnotherLinkOnly(participantId, film, transaction));
    const name = shownName === firstName ? null : shownName;
    return this.corrections.presentAs(participantId, { shownName: name, isUnlisted }, at, transaction);
  }

  private async bringInStep(
    { before, taken, ofFilm }: { before: string | null; taken: BlockedVideo[]; ofFilm: BlockedVideo[] },
    isLimited: boolean,
  ): Promise<void> {
    this.publisher.block(...taken, ...(isLimited ? ofFilm : []));
    if (before !== null) {
      this.publisher.blockStory(before);
      await this.publisher.forget();
    } else if (taken.length + ofFilm.length > 0) await this.publisher.bringUpToDate();
  }
}
