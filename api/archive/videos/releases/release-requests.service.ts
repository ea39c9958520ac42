import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { MY_STORY_PATH } from '../../../contract/my-story.js';
import { RELEASE_MAILS_MAX } from '../../../contract/releases.js';
import type { ShowcaseVideo } from '../../../contract/showcase.js';
import { ParticipantsService } from '../../../people/participants/participants.service.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import { AppError } from '../../../platform/http/app-error.js';
import { currentProducerName } from '../../../platform/http/current-producer.js';
import { composeMail, type Mail } from '../../../platform/mail/mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { noSuchVideo, toReleaseState, toShowcaseVideo } from '../showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../showcase-video-rows.repository.js';
import { ShowcaseVideosRepository } from '../showcase-videos.repository.js';
import { ReleasesRepository } from './releases.repository.js';

/** Mails that ask a person about a cut: one, and at most two reminders. They lead to `/my-story`. */
@Injectable()
export class ReleaseRequests {
  constructor(
    private readonly config: AppConfig,
    private readonly videos: ShowcaseVideosRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly participants: ParticipantsService,
    private readonly requests: ReleasesRepository,
    private readonly mailer: Mailer,
  ) {}

  /**
   * @throws AppError 409 `release_refused` after a no, `release_given` after a yes, `asked_enough`; 503 `mail_not_sent`,
   *   which does not count
   */
  async ask(videoId: string): Promise<ShowcaseVideo> {
    const id = randomUUID();
    const { participantId, asked } = await this.videos.transact(async (transaction) => {
      const locked = isUUID(videoId) ? await this.rows.findLocked(videoId, transaction) : null;
      // Read anew, because the lock may have waited for another mail.
      const video = locked && (await this.rows.find(videoId, transaction));
      if (!video) throw noSuchVideo();
      const release = toReleaseState(video);
      if (release.standing === 'no') throw refused();
      if (release.standing === 'yes') throw given();
      if (release.asked >= RELEASE_MAILS_MAX) throw enough();
      const { cutHash } = release;
      await this.requests.insertRequest({ id, videoId, cutHash, producerName: currentProducerName() }, transaction);
      return { participantId: video.participantId, asked: release.asked };
    });
    const { email } = await this.participants.get(participantId);
    try {
      await this.mailer.send(requestMail(email, `${this.config.publicUrl}${MY_STORY_PATH}`, asked > 0));
    } catch (error) {
      await this.requests.removeRequest(id);
      throw error;
    }
    return toShowcaseVideo((await this.rows.find(videoId)) ?? fail());
  }
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

function enough(): AppError {
  const message = 'This person was asked three times about this video as it is. Please wait for their answer.';
  return new AppError(409, 'asked_enough', message);
}

function requestMail(to: string, url: string, isReminder: boolean): Mail {
  const subject = 'Your video is ready: may we publish it?';
  return composeMail(to, isReminder ? `A reminder: ${subject}` : subject, [
    'Hello,',
    'A video made from your story is finished. Please watch it, and tell us whether we may publish it. You can say yes, no, or ask for changes.',
    { label: 'Watch my video and answer', url },
    'You may have to sign in there: we mail you a link for it. Take all the time that you need. We take no answer for a yes.',
    'The team of ME/CFS stories',
  ]);
}
