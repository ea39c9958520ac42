import type { IncomingMessage } from 'node:http';
import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { ParticipantsService } from './participants.service.js';
import { DeviceTokensRepository, ParticipantSessionsRepository } from './browser-tokens.repository.js';
import { DeviceTokens, ParticipantSessions } from './browser-tokens.service.js';
import { SignInLinks } from './sign-in-links.service.js';

/** Signing a browser in, for now and for coming back. */
@Injectable()
export class BrowserSignIn {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly sessions: ParticipantSessions,
    private readonly storedSessions: ParticipantSessionsRepository,
    private readonly devices: DeviceTokens,
    private readonly storedDevices: DeviceTokensRepository,
    private readonly links: SignInLinks,
  ) {}

  /** For someone who has just registered, and shown nothing: it holds until their e-mail is proven. */
  async openNew(request: IncomingMessage, response: Response, id: string): Promise<void> {
    const person = { id, isProven: false };
    await this.sessions.start(request, response, (tokenHash) => this.storedSessions.start(tokenHash, person));
    await this.devices.start(request, response, (tokenHash) => this.storedDevices.start(tokenHash, person));
  }

  /**
   * For whoever reads the mail. The first link of a person that is used ends every other session, device token and link of
   * theirs, in the transaction that uses it.
   * @throws AppError 410 `link_expired`
   */
  async openByLink(request: IncomingMessage, response: Response, token: string): Promise<void> {
    const device = await this.devices.findLive(request);
    const signedIn = await this.sessions.findByRequest(request);
    const useLink = (sessionHash: Buffer, deviceHash: Buffer) =>
      this.links.use(token, async (id, transaction) => {
        const isKnownBrowser = async () => {
          if (device?.participantId !== id && signedIn !== id) return false;
          // Only where other browsers could be signed in without a link, before there were proofs, is there more than one.
          return (await this.storedDevices.countOthers(id, device?.tokenHash ?? null, transaction)) === 0;
        };
        if (await this.participants.proveEmail(id, isKnownBrowser, transaction)) {
          await this.storedSessions.removeAllOf(id, transaction);
          await this.storedDevices.removeAllOf(id, transaction);
          await this.links.endAllOf(id, transaction);
        }
        const person = { id, isProven: true };
        await this.storedSessions.start(sessionHash, person, transaction);
        await this.storedDevices.start(deviceHash, person, transaction);
      });
    await this.sessions.start(request, response, (sessionHash) =>
      this.devices.start(request, response, (deviceHash) => useLink(sessionHash, deviceHash)),
    );
  }

  /** Whether that person is signed in in this browser. */
  async isOpen(request: IncomingMessage, participantId: string): Promise<boolean> {
    return (await this.sessions.findByRequest(request)) === participantId;
  }

  /** Whether that person is signed in in this browser, or it is known as theirs. */
  async isKnown(request: IncomingMessage, participantId: string): Promise<boolean> {
    return (await this.isOpen(request, participantId)) || (await this.findOwner(request)) === participantId;
  }

  /** Whose this browser is known to be, also while nobody is signed in; null when it is nobody's. */
  async findOwner(request: IncomingMessage): Promise<string | null> {
    return (await this.devices.findLive(request))?.participantId ?? null;
  }

  /**
   * Signs that person in if this browser is known as theirs.
   * @returns whether they are signed in now
   */
  async reopen(request: IncomingMessage, response: Response, participantId: string): Promise<boolean> {
    if (await this.isOpen(request, participantId)) return true;
    const device = await this.devices.findLive(request);
    if (device?.participantId !== participantId) return false;
    // As good as the token, and no better.
    const person = { id: participantId, isProven: device.isProven };
    await this.sessions.start(request, response, (tokenHash) => this.storedSessions.start(tokenHash, person));
    return true;
  }

  /**
   * Ends every session, remembered device and link of a person, because their mail goes to another mailbox from now on:
   * nobody has shown yet who reads that one. Whatever else was concluded from the old mailbox has to end here, too.
   */
  async endAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await this.storedSessions.removeAllOf(participantId, transaction);
    await this.storedDevices.removeAllOf(participantId, transaction);
    await this.links.removeAllOf(participantId, transaction);
  }

  /** Ends the session and knows this browser no more. */
  async forget(request: IncomingMessage, response: Response): Promise<void> {
    await this.sessions.close(request, response);
    await this.devices.close(request, response);
  }
}
