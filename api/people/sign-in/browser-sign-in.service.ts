import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppError } from '../../platform/http/app-error.js';
import { CommittedEvent } from '../../platform/jobs/committed-event.js';
import { MailboxProven, ParticipantsService } from '../participants/participants.service.js';
import { DeviceTokensRepository, ParticipantSessionsRepository } from './browser-tokens.repository.js';
import { EmailChangesRepository } from './email-changes.repository.js';
import { DeviceTokens, ParticipantSessions } from './browser-tokens.service.js';
import { SignInLinks } from './sign-in-links.service.js';

/** A browser in which somebody is signed in, or known. */
export interface SignedInBrowser {
  id: string;
  isCurrent: boolean;
  isSignedIn: boolean;
  since: Date;
  lastSeenAt: Date;
}

export interface ForgottenDrafts {
  participantId: string;
  /** See HELD_DRAFT_TOLD. */
  told: string[];
}

/** A browser that had told of recordings of a person keeps nothing of theirs any more. */
@Injectable()
export class HeldDraftForgotten extends CommittedEvent<ForgottenDrafts> {}

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
    private readonly emailChanges: EmailChangesRepository,
    private readonly mailboxProven: MailboxProven,
  ) {}

  /** For someone who has just registered, and shown nothing: it holds until their e-mail is proven. */
  async openNew(request: IncomingMessage, response: Response, id: string): Promise<void> {
    const person = { id, isProven: false };
    const browserId = randomUUID();
    await this.sessions.start(request, response, (hash) => this.storedSessions.start(hash, person, browserId));
    await this.devices.start(request, response, (hash) => this.storedDevices.start(hash, person, browserId));
  }

  /**
   * For whoever reads the mail. The first link of a person that is used ends every other session, device token and link of
   * theirs, in the transaction that uses it.
   * @throws AppError 410 `link_expired`
   */
  async openByLink(request: IncomingMessage, response: Response, token: string): Promise<void> {
    const device = await this.devices.findLive(request);
    const signedIn = await this.sessions.findByRequest(request);
    let provenId: string | undefined;
    const useLink = (sessionHash: Buffer, deviceHash: Buffer) =>
      this.links.use(token, async (id, transaction) => {
        provenId = id;
        const isKnownBrowser = async () => {
          if (device?.participantId !== id && signedIn !== id) return false;
          // Only where other browsers could be signed in without a link, before there were proofs, is there more than one.
          return (await this.storedDevices.countOthers(id, device?.tokenHash ?? null, transaction)) === 0;
        };
        if (await this.participants.proveEmail(id, isKnownBrowser, transaction)) {
          await this.storedDevices.removeAllOf(id, transaction);
          await this.storedSessions.removeAllOf(id, transaction);
          await this.links.endAllOf(id, transaction);
        }
        const person = { id, isProven: true };
        const browserId = randomUUID();
        await this.storedSessions.start(sessionHash, person, browserId, transaction);
        await this.storedDevices.start(deviceHash, person, browserId, transaction);
      });
    await this.sessions.start(request, response, (sessionHash) =>
      this.devices.start(request, response, (deviceHash) => useLink(sessionHash, deviceHash)),
    );
    if (provenId !== undefined) await this.mailboxProven.emit(provenId);
  }

  /** Whether that person is signed in in this browser. */
  async isOpen(request: IncomingMessage, participantId: string): Promise<boolean> {
    return (await this.sessions.findByRequest(request)) === participantId;
  }

  /** Whose this browser is known to be, also while nobody is signed in; null when it is nobody's. */
  async findOwner(request: IncomingMessage): Promise<string | null> {
    return (await this.devices.findLive(request))?.participantId ?? null;
  }

  /**
   * Signs that person in if this browser is known as theirs.
   * @returns whether they are signed in now
   */
  async signInIfKnown(request: IncomingMessage, response: Response, participantId: string): Promise<boolean> {
    if (await this.isOpen(request, participantId)) return true;
    const device = await this.devices.findLive(request);
    if (device?.participantId !== participantId) return false;
    return this.sessions.start(request, response, (hash) => this.storedSessions.startKnown(hash, device.tokenHash));
  }

  /**
   * Ends every session, remembered device and link of a person, those of helpers and to another e-mail too, because their
   * mail goes to another mailbox from now on: nobody has shown yet who reads that one. Whatever else was concluded from the
   * old mailbox has to end here, too.
   */
  async endAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await this.storedDevices.removeAllOf(participantId, transaction);
    await this.storedSessions.removeAllOf(participantId, transaction);
    await this.links.removeAllOf(participantId, transaction);
    await this.emailChanges.endAllOf(participantId, transaction);
    await this.participants.endHelperLinks(participantId, transaction);
  }

  /** Every browser in which that person is signed in or known, the one used last first. */
  async listBrowsers(request: IncomingMessage, participantId: string): Promise<SignedInBrowser[]> {
    const current = await this.findBrowser(request);
    const [sessions, devices] = await Promise.all([
      this.storedSessions.findAllOf(participantId),
      this.storedDevices.findAllOf(participantId),
    ]);
    const browsers = Object.entries(Object.groupBy([...sessions, ...devices], ({ browserId }) => browserId));
    return browsers
      .map(([id, tokens = []]) => ({
        id,
        isCurrent: id === current,
        isSignedIn: sessions.some(({ browserId }) => browserId === id),
        since: new Date(Math.min(...tokens.map(({ createdAt }) => createdAt.getTime()))),
        lastSeenAt: new Date(Math.max(...tokens.map(({ lastSeenAt }) => lastSeenAt.getTime()))),
      }))
      .toSorted((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime());
  }

  /**
   * Signs that person out in one browser, which then knows them no more; without one in all but the one that asks. Whoever
   * was signed in there may have asked for an e-mail of their own: no link to another one works any more.
   * @throws AppError 404 `browser_not_found` where that one knows nothing of them
   */
  async endBrowsers(request: IncomingMessage, participantId: string, browserId: string | null): Promise<void> {
    const kept = browserId === null ? await this.findBrowser(request) : null;
    const devices = await this.storedDevices.endBrowsers(participantId, browserId, kept);
    const sessions = await this.storedSessions.endBrowsers(participantId, browserId, kept);
    await this.emailChanges.endAllOf(participantId);
    if (browserId !== null && sessions + devices === 0)
      throw new AppError(404, 'browser_not_found', 'This browser is signed out already.');
  }

  private async findBrowser(request: IncomingMessage): Promise<string | null> {
    return (await this.sessions.findLive(request))?.browserId ?? null;
  }

  /** Ends the session and knows this browser no more. */
  async forget(request: IncomingMessage, response: Response): Promise<void> {
    const device = await this.devices.findLive(request);
    await this.devices.close(request, response);
    await this.sessions.close(request, response);
    // Another tab may have come back meanwhile.
    if (device) await this.storedSessions.endBrowsers(device.participantId, device.browserId, null);
  }
}
