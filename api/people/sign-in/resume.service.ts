import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppConfig } from '../../platform/config/app-config.js';
import { nextScreen } from '../../contract/next-screen.js';
import { type ResumeRequest, type ResumeResponse, SIGN_IN_LINK_SENT_URL } from '../../contract/resume.js';
import { AppError } from '../../platform/http/app-error.js';
import type { Participant } from '../participants/participant.entity.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { BrowserSignIn } from './browser-sign-in.service.js';
import { externalScreenAddress, interviewPlace } from './screen-address.js';
import { SignInLinks } from './sign-in-links.service.js';
import { INTERVIEW_COMPLETE, UNKNOWN_EMAIL } from '../../contract/wordings.js';

/** Going on where one stopped. Knowing an e-mail opens no session: the browser is known, or the person reads the mail. */
@Injectable()
export class ResumeService {
  constructor(
    private readonly config: AppConfig,
    private readonly participants: ParticipantsService,
    private readonly browser: BrowserSignIn,
    private readonly links: SignInLinks,
  ) {}

  /**
   * Tells nothing about the person but whether something is left to do.
   * @throws AppError 404 `unknown_email`, 429 `too_many_mails`, 503 `mail_not_sent`
   */
  async resume({ email }: ResumeRequest, request: IncomingMessage, response: Response): Promise<ResumeResponse> {
    const participant = await this.participants.findByEmail(email);
    if (!participant) throw new AppError(404, 'unknown_email', UNKNOWN_EMAIL);
    const place = interviewPlace(this.config);
    const screen = nextScreen(participant, place);
    if (screen === null) {
      const message = INTERVIEW_COMPLETE;
      const isOwnerExpected = place === 'product' && participant.emailProvenAt === null;
      if (!isOwnerExpected || (await this.browser.isKnown(request, participant.id))) return { message };
      return { message, isLinkSent: await this.mailIfPossible(participant) };
    }
    const external = externalScreenAddress(this.config, screen, email);
    if (external !== null) return { nextQuestionUrl: external };
    if (await this.browser.reopen(request, response, participant.id)) return { nextQuestionUrl: '/' };
    await this.links.mail(participant);
    return { nextQuestionUrl: SIGN_IN_LINK_SENT_URL };
  }

  /** Somebody else may have completed it all under an e-mail that is not theirs: its owner must have a way in. */
  private async mailIfPossible(participant: Participant): Promise<boolean> {
    try {
      await this.links.mail(participant);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}
