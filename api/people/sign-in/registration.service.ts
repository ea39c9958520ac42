import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppConfig } from '../../platform/config/app-config.js';
import type { RegisterRequest, RegisterResponse } from '../../contract/people/participants.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { toRegisteredUser } from '../participants/to-current-user.js';
import { BrowserSignIn } from './browser-sign-in.service.js';
import { interviewFormUrl } from './screen-address.js';

/** Registering a new e-mail signs the browser in that did it. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly config: AppConfig,
    private readonly participants: ParticipantsService,
    private readonly browserSignIn: BrowserSignIn,
  ) {}

  /** @throws AppError 409 `already_registered`; then no session is opened: knowing an e-mail proves nothing. */
  async register(body: RegisterRequest, request: IncomingMessage, response: Response): Promise<RegisterResponse> {
    const participant = await this.participants.register(body);
    await this.browserSignIn.openNew(request, response, participant.id);
    const formUrl = this.config.interviewFormUrl;
    const { email, firstName, lastName } = participant;
    const nextUrl = formUrl === null ? '/' : interviewFormUrl(formUrl, { email, name: `${firstName} ${lastName}` });
    return { user: toRegisteredUser(participant), nextUrl };
  }
}
