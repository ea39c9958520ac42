import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { ChangeMyStoryRequest, MyStory, OwnThing, OwnVideo, StoryWishesRequest } from '../../contract/my-story.js';
import { receiptOutcome } from '../../contract/receipt-words.js';
import { storyPath } from '../../contract/story-slug.js';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { originalFileName } from '../../media/store/original-file-name.js';
import { AnswersService } from '../../people/interview/answers.service.js';
import { QuestionsService } from '../../people/interview/questions.service.js';
import { WrittenAnswersService } from '../../people/interview/written-answers.service.js';
import { BrowserSignIn } from '../../people/sign-in/browser-sign-in.service.js';
import { CorrectionsService } from '../../people/participants/corrections.service.js';
import { EmailChanges } from '../../people/sign-in/email-changes.service.js';
import { OwnChanges } from '../../people/participants/own-changes.service.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { emailUnproven, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { SignInLinks } from '../../people/sign-in/sign-in-links.service.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import { isEmpty, StoryWishesService } from '../../people/participants/story-wishes.service.js';
import { ReceiptsService } from '../../people/consent/receipts.service.js';
import { PhotosService } from '../../people/photos/photos.service.js';
import { PublicUploadsService } from '../../people/public-uploads/public-uploads.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { LedgerClock } from '../../people/ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { ElsewhereService } from '../elsewhere/elsewhere.service.js';
import { Publisher } from '../publishing/publisher.js';
import { toOwnCut } from '../videos/releases/to-own-cut.js';
import { noSuchVideo, type ShowcaseVideoRow } from '../videos/showcase-video-row.js';
import { ShowcaseFilesService } from '../videos/showcase-files.service.js';
import { PersonVideosService } from '../videos/person-videos.service.js';

const BASE = '/api/my-story';

/**
 * What the product has of a person, for that person alone. Who has not come by a mailed link sees what their own browser
 * made, and nothing that others made of it or under their e-mail.
 */
@Injectable()
export class MyStoryService {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly choices: StoryChoicesService,
    private readonly answers: AnswersService,
    private readonly written: WrittenAnswersService,
    private readonly questions: QuestionsService,
    private readonly photos: PhotosService,
    private readonly publicUploads: PublicUploadsService,
    private readonly showcase: PersonVideosService,
    private readonly files: ShowcaseFilesService,
    private readonly audit: AuditService,
    private readonly browsers: BrowserSignIn,
    private readonly links: SignInLinks,
    private readonly emails: EmailChanges,
    private readonly corrections: CorrectionsService,
    private readonly publisher: Publisher,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly receipts: ReceiptsService,
    private readonly wishes: StoryWishesService,
    private readonly elsewhere: ElsewhereService,
    private readonly ownChanges: OwnChanges,
  ) {}

  async find(person: SignedInParticipant, request: IncomingMessage): Promise<MyStory> {
    const participant = await this.participants.get(person.id);
    const { firstName, lastName, email, tag, instagram, tiktok, userName } = participant;
    const [choice, unclaimed, answers, written, questions, photos] = await Promise.all([
      this.choices.find(person.id),
      this.participants.findUnclaimed(person.id),
      this.answers.list(person.id),
      this.written.listWithHelpers(person.id),
      this.questions.list(),
      this.photos.list(person.id),
    ]);
    const others = person.isProven ? await this.findMadeByOthers(person, unclaimed === null, request) : NOTHING;
    return {
      id: person.id,
      firstName,
      lastName,
      email,
      shownName: choice.shownName,
      tag,
      instagram,
      tiktok,
      isEmailProven: person.isProven,
      isUnclaimed: unclaimed !== null,
      isSubmitted: participant.status === 'submitted',
      hiddenAt: choice.hiddenAt?.toISOString() ?? null,
      withdrawnAt: choice.withdrawnAt?.toISOString() ?? null,
      isUnlisted: choice.isUnlisted,
      storyPath: others.videos.some(({ isPublic }) => isPublic) ? storyPath(userName) : null,
      answers: answers.map(({ id, questionId, title, posterUrl, preparation, fileSize, createdAt }) => {
        return { id, questionId, title, posterUrl, preparation, fileSize, createdAt };
      }),
      writtenAnswers: written
        .filter(({ text }) => text.trim() !== '')
        .map(({ id, questionId, text, addedByHelper, helperName }) => {
          const { title } = questions.find((question) => question.id === questionId)!;
          return { id, questionId, title, text, addedByHelper, helperName };
        }),
      photos: photos.map(({ id, originalName, description }) => ({ id, originalName, description })),
      ...others,
    };
  }

  /** @throws AppError 404 `showcase_video_not_found`, also for the video of somebody else */
  async findPlayable(person: SignedInParticipant, videoId: string): Promise<MediaFile> {
    return this.files.findPlayable((await this.requireVideo(person, videoId)).id);
  }

  async findPoster(person: SignedInParticipant, videoId: string): Promise<MediaFile> {
    return this.files.findPoster((await this.requireVideo(person, videoId)).id);
  }

  /** As it came, named after what it is. */
  async findOriginal(
    person: SignedInParticipant,
    what: OwnThing,
    id: string,
  ): Promise<{ file: MediaFile; downloadName: string }> {
    if (what === 'video') return this.files.findOriginal((await this.requireVideo(person, id)).id);
    if (what === 'photo') {
      const { originalMedia, originalName } = await this.photos.requireOwn(person.id, id);
      return { file: originalMedia, downloadName: originalFileName(originalName, originalMedia.mimeType) };
    }
    const { media, questionId } = await this.answers.requireOwn(person.id, id);
    const question = (await this.questions.findPlaces()).get(questionId);
    return { file: media, downloadName: originalFileName(`question-${question}`, media.mimeType) };
  }

  /** The name that is shown, and the handles. When it resolves, the public sees the name at its new address, and no earlier one. */
  async change(person: SignedInParticipant, { shownName, ...handles }: ChangeMyStoryRequest): Promise<void> {
    if (!person.isProven) throw emailUnproven();
    await this.ownChanges.count(person.id);
    const noted = (transaction: Transaction) =>
      this.audit.record('own_data_changed', { type: 'participant', id: person.id }, transaction);
    if (Object.values(handles).some((value) => value !== undefined)) {
      await this.corrections.change(person.id, handles, null, (_made, transaction) => noted(transaction));
    }
    if (shownName === undefined) return;
    const { firstName } = await this.participants.get(person.id);
    const name = shownName === '' || shownName === firstName ? null : shownName;
    const tick = (transaction: Transaction) => this.clock.tick(person.id, transaction);
    const before = await this.corrections.showAs(person.id, name, tick, async (transaction, at) => {
      await this.showcase.renameAllOf(person.id, at, transaction);
      await noted(transaction);
      await this.ledger.append({ kind: 'named', participantId: person.id }, at);
      await this.elsewhere.recall({ participantId: person.id, cause: 'renamed', videos: [] }, transaction);
    });
    if (before === null) return;
    this.publisher.blockStory(before);
    await this.publisher.forget();
  }

  /** For staff to read, in case that the person cannot decide any more. */
  async setWishes(person: SignedInParticipant, { words, contactName, contact }: StoryWishesRequest): Promise<void> {
    const wishes = { words, contactName, contact };
    if (!isEmpty(wishes)) await this.ownChanges.count(person.id);
    await this.participants.changeAsOwner(person, async (transaction) => {
      const isChanged = await this.wishes.set(person.id, wishes, transaction);
      if (isChanged) await this.audit.record('own_data_changed', { type: 'participant', id: person.id }, transaction);
    });
  }

  async askForEmail(person: SignedInParticipant, email: string): Promise<void> {
    if (!person.isProven) throw emailUnproven();
    await this.emails.ask(person, email);
  }

  confirmEmail(token: string): Promise<void> {
    return this.emails.confirm(token, (id, transaction) =>
      this.audit.record('own_data_changed', { type: 'participant', id }, transaction),
    );
  }

  /** Mails the link that shows that the story is theirs. */
  async mailProof({ id }: SignedInParticipant): Promise<void> {
    await this.links.mail(await this.participants.get(id));
  }

  /** One browser of theirs, or all but the one that asks. */
  async endBrowsers(person: SignedInParticipant, request: IncomingMessage, browserId: string | null): Promise<void> {
    if (!person.isProven) throw emailUnproven();
    await this.browsers.endBrowsers(request, person.id, browserId);
  }

  private async findMadeByOthers(
    { id }: SignedInParticipant,
    isAllTheirs: boolean,
    request: IncomingMessage,
  ): Promise<MadeByOthers> {
    const [videos, sent, looks, browsers, receipts, wishes] = await Promise.all([
      // Made, perhaps, of what somebody else recorded.
      isAllTheirs ? this.showcase.listOf(id) : [],
      this.publicUploads.countOf({ id }),
      this.audit.listLooks(id),
      this.browsers.listBrowsers(request, id),
      this.receipts.listOf(id),
      this.wishes.find(id),
    ]);
    return {
      videos: videos.map(toOwnVideo),
      publicUploads: sent,
      receipts: receipts.map(({ id: receiptId, kind, actor, at, details }) => {
        const outcome = receiptOutcome({ kind, details });
        return { id: receiptId, kind, actor, at, ...(outcome !== null && { outcome }) };
      }),
      wishes,
      looks: looks.map(({ id: entry, action, producer, at }) => ({ id: entry, action, producer, at })),
      browsers: browsers.map(({ since, lastSeenAt, ...browser }) => {
        return { ...browser, since: since.toISOString(), lastSeenAt: lastSeenAt.toISOString() };
      }),
    };
  }

  private async requireVideo(person: SignedInParticipant, videoId: string): Promise<ShowcaseVideoRow> {
    if (!person.isProven) throw emailUnproven();
    if (await this.participants.findUnclaimed(person.id)) throw noSuchVideo();
    const video = (await this.showcase.listOf(person.id)).find(({ id }) => id === videoId);
    if (!video) throw noSuchVideo();
    return video;
  }
}

type MadeByOthers = Pick<MyStory, 'videos' | 'publicUploads' | 'receipts' | 'wishes' | 'looks' | 'browsers'>;

const NOTHING: MadeByOthers = { videos: [], publicUploads: 0, receipts: [], wishes: null, looks: [], browsers: [] };

function toOwnVideo(row: ShowcaseVideoRow): OwnVideo {
  const { id, questionId, approvedAt, isShown } = row;
  return {
    ...toOwnCut(row, `${BASE}/videos/${id}`),
    questionId,
    approvedAt: approvedAt?.toISOString() ?? null,
    isPublic: isShown,
    createdAt: row.createdAt.toISOString(),
  };
}
