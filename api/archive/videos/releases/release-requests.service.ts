import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isUUID } from 'class-validator';
import { numberInWords, writtenDuration } from '../../../contract/common/grammar.js';
import { RELEASE_LINK_MAX_AGE_MS, RELEASE_MAILS_MAX, RELEASE_REMINDER_DAYS } from '../../../contract/common/limits.js';
import { MY_STORY_PATH } from '../../../contract/stories/my-story.js';
import type { ReleaseState } from '../../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { ConsentRules } from '../../../people/consent/consent-rules.service.js';
import { ParticipantsService } from '../../../people/participants/participants.service.js';
import { UnclaimedBeginnings } from '../../../people/participants/unclaimed-beginnings.service.js';
import { StoryChoicesService } from '../../../people/participants/story-choices.service.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import { AppError } from '../../../platform/http/app-error.js';
import { currentProducerName } from '../../../platform/http/current-producer.js';
import { BackgroundWork } from '../../../platform/jobs/background-work.js';
import { composeMail, type Mail, TEAM } from '../../../platform/mail/mail.js';
import { RefusedAddresses } from '../../../platform/mail/refused-addresses.js';
import { Mailer, MailRefused } from '../../../platform/mail/mailer.js';
import {
  noSuchVideo,
  type ShowcaseVideoRow,
  toReleaseState,
  toShowcaseVideo,
} from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { ReleaseLinks } from './release-links.service.js';
import { type OpenRequest, ReleasesRepository } from './standing/releases.repository.js';

const DAY_MS = 24 * 3_600_000;
const POLL_INTERVAL_MS = 15 * 60_000;

interface NotedRequest {
  participantId: string;
  isReminder: boolean;
  isWritten: boolean;
}

/** Mails that ask a person about a cut: one, and at most two reminders. Each leads to that cut alone. */
@Injectable()
export class ReleaseRequests {
  private readonly logger = new Logger('Releases');
  private readonly refused = new RefusedAddresses();

  constructor(
    private readonly config: AppConfig,
    private readonly backgroundWork: BackgroundWork,
    private readonly videos: ShowcaseChangesRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly choices: StoryChoicesService,
    private readonly releases: ReleasesRepository,
    private readonly links: ReleaseLinks,
    private readonly mailer: Mailer,
    private readonly consentRules: ConsentRules,
  ) {}

  /**
   * @throws AppError 409 `release_refused` after a no, `release_given` after a yes, `release_answered` after another answer to
   *   this cut, `asked_meanwhile`, `asked_enough`; 409 `story_hidden`, `story_withdrawn`, `guardian_decides`; 503 `mail_not_sent`
   *   and 422 `mail_refused`, which do not count
   * @param known how often they were asked about this cut, as far as whoever asks knew
   */
  async ask(videoId: string, known?: number): Promise<ShowcaseVideo> {
    await this.send(videoId, async (video, transaction) => {
      const { participantId, createdAt } = video;
      // Not even their yes would let it be public.
      await this.consentRules.requirePublishable(participantId, createdAt, transaction);
      await this.choices.requirePublishable(participantId, transaction);
      const release = toReleaseState(video);
      const { standing, asked } = release;
      if (standing === 'no') throw refused();
      if (standing === 'yes') throw given();
      if (standing === 'elsewhere' || (standing === 'change' && !isChanged(release))) throw answered();
      // By another producer, or by this one, to whom the answer got lost: one mail is enough for both.
      if (known !== undefined && asked !== known) throw askedMeanwhile();
      if (asked >= RELEASE_MAILS_MAX) throw enough();
      return true;
    });
    return toShowcaseVideo((await this.rows.find(videoId)) ?? fail());
  }

  @Interval(POLL_INTERVAL_MS)
  async remindRegularly(): Promise<void> {
    if (!this.backgroundWork.isDoneHere) return;
    try {
      await this.remind();
    } catch (error) {
      this.logger.error(error);
    }
  }

  /** Whoever was asked days ago and has said nothing since. Who is due is read from the database at each look. */
  async remind(): Promise<void> {
    const since = new Date(Date.now() - Math.min(...RELEASE_REMINDER_DAYS) * DAY_MS);
    for (const open of await this.releases.findOpenRequests(RELEASE_MAILS_MAX, since)) {
      const { videoId, cutHash, count, email } = open;
      if (!isDue(open) || this.refused.has(email)) continue;
      try {
        await this.send(videoId, async (video, transaction) => {
          const release = toReleaseState(video);
          const isOpen = release.standing === 'none' || release.standing === 'outdated' || isChanged(release);
          // Of this very cut, and by nobody else meanwhile.
          const isSame = release.cutHash === cutHash && release.asked === count;
          if (!isOpen || !isSame) return false;
          const { hiddenAt, withdrawnAt } = await this.choices.find(video.participantId, transaction);
          if (hiddenAt !== null || withdrawnAt !== null) return false;
          return !(await this.consentRules.isGuardianMissing(video.participantId, video.createdAt, transaction));
        });
      } catch (error) {
        this.logger.warn(`Somebody could not be reminded: ${String(error)}`);
      }
    }
  }

  /** @param mayAsk looks at the video while nobody else changes it */
  private async send(
    videoId: string,
    mayAsk: (video: ShowcaseVideoRow, transaction: Transaction) => Promise<boolean>,
  ): Promise<void> {
    const id = randomUUID();
    const noted = await this.videos.transact(async (transaction) => {
      const video = isUUID(videoId) ? await this.rows.findLocked(videoId, transaction) : null;
      if (!video) throw noSuchVideo();
      if (!(await mayAsk(video, transaction))) return null;
      const { cutHash, asked } = toReleaseState(video);
      await this.releases.insertRequest({ id, videoId, cutHash, producerName: currentProducerName() }, transaction);
      const isWritten = video.writtenAnswerId !== null;
      return { participantId: video.participantId, isReminder: asked > 0, isWritten };
    });
    if (noted === null) return;
    try {
      await this.mail(videoId, noted);
    } catch (error) {
      await this.releases.removeRequest(id);
      throw error;
    }
  }

  private async mail(videoId: string, { participantId, isReminder, isWritten }: NotedRequest): Promise<void> {
    const { email, mailboxCorrectedAt } = await this.participants.get(participantId);
    // Made, perhaps, of what somebody else recorded: they say first whether it is theirs.
    const isUnclaimed = (await this.beginnings.find(participantId)) !== null;
    // Nobody has shown yet who reads what producers typed: a link alone would show the film to anyone.
    const isStrangers = isUnclaimed || mailboxCorrectedAt !== null;
    const link = isStrangers ? null : await this.links.make(videoId, participantId, email);
    const url = link?.url ?? `${this.config.publicUrl}${MY_STORY_PATH}`;
    try {
      await this.mailer.send(requestMail(email, url, { isReminder, isWritten, needsSignIn: link === null }));
      this.refused.delete(email);
    } catch (error) {
      if (error instanceof MailRefused) this.refused.add(email);
      await link?.end();
      throw error;
    }
  }
}

/** Counted from the mail before. */
function isDue({ count, lastAt }: OpenRequest): boolean {
  const days = RELEASE_REMINDER_DAYS[count - 1];
  return days !== undefined && lastAt.getTime() + days * DAY_MS <= Date.now();
}

/** Changes were asked for, and something was changed: they say whether it is what they meant. */
function isChanged({ standing, isOfAnotherCut }: ReleaseState): boolean {
  return standing === 'change' && isOfAnotherCut;
}

function fail(): never {
  throw noSuchVideo();
}

function refused(): AppError {
  return new AppError(409, 'release_refused', 'This person has said no. Please do not ask again.');
}

function given(): AppError {
  return new AppError(409, 'release_given', 'This person has said yes to this video as it is.');
}

function answered(): AppError {
  const message = 'This person has answered already. Please do as they say, or write to them yourself.';
  return new AppError(409, 'release_answered', message);
}

function askedMeanwhile(): AppError {
  return new AppError(409, 'asked_meanwhile', 'This person has just been asked about this video. They have the mail.');
}

function enough(): AppError {
  const message = `This person was asked ${numberInWords(RELEASE_MAILS_MAX)} times about this video as it is. Please wait for their answer.`;
  return new AppError(409, 'asked_enough', message);
}

const OF_VIDEO = {
  subject: 'Your video is ready: may we publish it?',
  text: 'A video made from your story is finished. Please watch it, and tell us whether we may publish it. You can say yes, say no, or ask for changes.',
  label: 'Watch my video and answer',
  opens: 'this video',
};
const OF_WORDS = {
  subject: 'Your words are ready: may we publish them?',
  text: 'What you wrote is to be a chapter of your story. Please read it, and tell us whether we may publish it. You can say yes, no, or ask for changes.',
  label: 'Read my words and answer',
  opens: 'these words',
};

function requestMail(
  to: string,
  url: string,
  { isReminder, isWritten, needsSignIn }: Record<'isReminder' | 'isWritten' | 'needsSignIn', boolean>,
): Mail {
  const { subject, text, label, opens } = isWritten ? OF_WORDS : OF_VIDEO;
  return composeMail(to, isReminder ? `A reminder: ${subject}` : subject, [
    'Hello,',
    text,
    { label, url },
    needsSignIn
      ? 'You may have to sign in there. We then mail you a link for it.'
      : `The link opens ${opens} alone. It works for ${writtenDuration(RELEASE_LINK_MAX_AGE_MS)}, until you have answered. Please give it to nobody.`,
    'Take all the time that you need. We take no answer for a yes.',
    TEAM,
  ]);
}
