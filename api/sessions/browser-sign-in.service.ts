import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DeviceTokens } from './device-tokens.service.js';
import { ParticipantSessions } from './participant-sessions.service.js';

/** Signing a browser in, for now and for coming back. */
@Injectable()
export class BrowserSignIn {
  constructor(
    private readonly sessions: ParticipantSessions,
    private readonly devices: DeviceTokens,
  ) {}

  /** For someone who has shown who they are: opens their session and remembers the browser as theirs. */
  async open(request: IncomingMessage, response: Response, participantId: string): Promise<void> {
    await this.sessions.open(request, response, participantId);
    await this.devices.remember(request, response, participantId);
  }

  /** Whether that person is signed in in this browser. */
  async isOpen(request: IncomingMessage, participantId: string): Promise<boolean> {
    return (await this.sessions.findByRequest(request)) === participantId;
  }

  /** Signs that person in if this browser is known as theirs. Answers whether they are signed in now. */
  async reopen(request: IncomingMessage, response: Response, participantId: string): Promise<boolean> {
    if (await this.isOpen(request, participantId)) return true;
    if ((await this.devices.findByRequest(request)) !== participantId) return false;
    await this.sessions.open(request, response, participantId);
    return true;
  }

  /** Ends the session and knows this browser no more. */
  async forget(request: IncomingMessage, response: Response): Promise<void> {
    await this.sessions.close(request, response);
    await this.devices.close(request, response);
  }
}
