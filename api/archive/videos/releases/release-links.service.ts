import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { Request, Response } from 'express';
import { RELEASE_LINK_MAX_AGE_MS } from '../../../contract/common/limits.js';
import {
  type OwnCut,
  RELEASE_LINK_API,
  RELEASE_LINK_PATH,
  type ReleaseLinkAnswer,
} from '../../../contract/videos/releases.js';
import type { MediaFile } from '../../../media/store/media-file.entity.js';
import { ParticipantsService } from '../../../people/participants/participants.service.js';
import { UnclaimedBeginnings } from '../../../people/participants/unclaimed-beginnings.service.js';
import { SessionCookie } from '../../../platform/auth/cookie-sessions.js';
import { hashToken, newToken } from '../../../platform/auth/opaque-token.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import { ShowcaseFilesService } from '../catalogue/showcase-files.service.js';
import { noSuchVideo } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { ReleaseAnswers } from './release-answers.service.js';
import { linkEnded } from './link-ended.js';
import { ReleaseLinksRepository } from './release-links.repository.js';
import { toOwnCut } from './to-own-cut.js';

/**
 * Mailed links that open one cut, and nothing else of its person. The token stands behind `#` and comes with POST alone, so
 * that no program which looks at mails does anything, and no log knows it; a cookie of that cut lets it be watched.
 */
@Injectable()
export class ReleaseLinks {
  constructor(
    private readonly config: AppConfig,
    private readonly links: ReleaseLinksRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly files: ShowcaseFilesService,
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly releaseAnswers: ReleaseAnswers,
  ) {}

  /**
   * A new one; `end` where its mail was not sent.
   * @throws AppError 404 `participant_not_found`, or of a video that is not there any more
   */
  async make(
    videoId: string,
    participantId: string,
    email: string,
  ): Promise<{ url: string; end: () => Promise<void> }> {
    const token = newToken();
    const tokenHash = hashToken(token);
    if (!(await this.links.insert(tokenHash, videoId, participantId, email))) {
      await this.participants.get(participantId);
      throw noSuchVideo();
    }
    const url = `${this.config.publicUrl}${RELEASE_LINK_PATH}#${token}`;
    return { url, end: () => this.links.remove(tokenHash) };
  }

  /** @throws AppError 410 `link_expired`, `link_answered` */
  async preview(token: string, response: Response): Promise<OwnCut> {
    const videoId = await this.requireLive(token);
    const video = await this.rows.find(videoId);
    if (!video) throw linkEnded(null);
    this.cookieOf(videoId).set(response, token);
    return toOwnCut(video, `${RELEASE_LINK_API}/videos/${videoId}`);
  }

  answer({ token, ...request }: ReleaseLinkAnswer): Promise<void> {
    return this.releaseAnswers.answerByLink(hashToken(token), request);
  }

  async findPlayable(request: Request, videoId: string): Promise<MediaFile> {
    return this.files.findPlayable(await this.requireOpened(request, videoId));
  }

  async findPoster(request: Request, videoId: string): Promise<MediaFile> {
    return this.files.findPoster(await this.requireOpened(request, videoId));
  }

  /** They are known for a while after their end, so that who opens one is told what became of it. */
  @Cron(CronExpression.EVERY_HOUR)
  async sweepOld(): Promise<void> {
    await this.links.removeMadeBefore(new Date(Date.now() - 2 * RELEASE_LINK_MAX_AGE_MS));
  }

  private async requireLive(token: string): Promise<string> {
    const tokenHash = hashToken(token);
    const live = await this.links.findLive(tokenHash);
    if (!live || (await this.beginnings.find(live.participantId))) {
      throw linkEnded(await this.links.find(tokenHash));
    }
    return live.videoId;
  }

  /** @throws AppError 404 without the cookie of a link to that very video that still works */
  private async requireOpened(request: Request, videoId: string): Promise<string> {
    const token = this.cookieOf(videoId).read(request);
    const opened = token && (await this.requireLive(token).catch(() => null));
    if (opened !== videoId) throw noSuchVideo();
    return opened;
  }

  private cookieOf(videoId: string): SessionCookie {
    const { publicUrl } = this.config;
    const name = `release-${videoId}`;
    return new SessionCookie({ name, publicUrl, sameSite: 'strict', maxAgeMs: RELEASE_LINK_MAX_AGE_MS });
  }
}
