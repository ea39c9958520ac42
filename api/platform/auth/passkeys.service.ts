import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { isBase64, isUUID } from 'class-validator';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { PASSKEY_CHALLENGE_MAX_AGE_MS, PASSKEYS_MAX } from '../../contract/common/limits.js';
import type { Passkey } from '../../contract/staff/staff.js';
import { PASSKEY_REFUSED, SITE_NAME } from '../../contract/common/wordings.js';
import { AuditService } from '../audit/audit.service.js';
import { AppConfig } from '../config/app-config.js';
import type { Transaction } from '../database/transaction.js';
import { AppError, signedOut } from '../http/app-error.js';
import { composeMail, type Mail, TEAM } from '../mail/mail.js';
import { LaterMails } from '../mail/later-mails.js';
import { hashToken } from './opaque-token.js';
import type { StoredPasskey } from './passkeys.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { StaffAccountsRepository } from './staff-accounts.repository.js';
import { type AccountSession, StaffSessionsRepository } from './staff-sessions.repository.js';

/** Once it is needed: it takes 25 MB, and a tenth of a second. */
const webauthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256: what every device has, and no runtime calls an experiment. */
const ALGORITHMS = [-8, -7, -257];

/** How a browser may reach a key (WebAuthn, section 5.8.4). */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Whom somebody has shown to be, and what uses up that by which they did; false: somebody was faster. */
export interface Proof {
  accountId: string;
  use: (transaction: Transaction) => Promise<boolean>;
}

/** Keys on devices of producers, by WebAuthn: each signs a challenge of ours, for this site alone. */
@Injectable()
export class Passkeys {
  private readonly logger = new Logger('Staff gate');
  /** Of this site: where it is reached, and the host alone. */
  private readonly site: { expectedOrigin: string; expectedRPID: string };

  constructor(
    private readonly config: AppConfig,
    private readonly passkeys: PasskeysRepository,
    private readonly accounts: StaffAccountsRepository,
    private readonly sessions: StaffSessionsRepository,
    private readonly audit: AuditService,
    private readonly mails: LaterMails,
  ) {
    const { publicUrl } = config;
    this.site = { expectedOrigin: publicUrl, expectedRPID: new URL(publicUrl).hostname };
  }

  async list(accountId: string): Promise<Passkey[]> {
    return (await this.passkeys.findAllOf(accountId)).map(toPasskey);
  }

  /** What a browser needs to have a device sign somebody in, whoever's it is. */
  async optionsToSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({
      rpID: this.site.expectedRPID,
      userVerification: 'required',
      timeout: PASSKEY_CHALLENGE_MAX_AGE_MS,
    });
    await this.keepChallenge(options.challenge, null);
    return options as PublicKeyCredentialRequestOptionsJSON;
  }

  /** What a browser needs to have a device make a key for that producer. */
  async optionsToAdd(accountId: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const account = await this.accounts.findById(accountId);
    if (!account) throw signedOut();
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: SITE_NAME,
      rpID: this.site.expectedRPID,
      userID: Uint8Array.from(userIdOf(accountId)),
      userName: account.email,
      userDisplayName: account.name,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: (await this.passkeys.findAllOf(accountId)).map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transports as AuthenticatorTransport[],
      })),
      timeout: PASSKEY_CHALLENGE_MAX_AGE_MS,
    });
    await this.accounts.inTransaction(async (transaction) => {
      if (!(await this.accounts.lock(accountId, transaction))) throw signedOut();
      await this.keepChallenge(options.challenge, accountId, transaction);
    });
    return options as PublicKeyCredentialCreationOptionsJSON;
  }

  /**
   * The producer is mailed about it: a session that was left open is enough to add one.
   * @throws AppError 400 `passkey_refused`; 409 `too_many_passkeys`; 401 `signed_out` for whoever was removed meanwhile
   */
  async add(accountId: string, answer: object, label: string): Promise<Passkey> {
    const { verifyRegistrationResponse } = await webauthn();
    const made = await this.read(answer, accountId, (expectedChallenge) =>
      verifyRegistrationResponse({
        response: answer as RegistrationResponse,
        expectedChallenge,
        ...this.site,
        supportedAlgorithmIDs: ALGORITHMS,
        requireUserVerification: true,
      }),
    );
    if (!made?.verified) throw refused();
    const { id, publicKey, counter, transports } = made.registrationInfo.credential;
    const passkey: StoredPasskey = {
      id: randomUUID(),
      accountId,
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: TRANSPORTS.filter((known) => [transports].flat().some((transport) => transport === known)),
      label,
      createdAt: new Date(),
      lastUsedAt: null,
    };
    const { email } = await this.accounts.inTransaction(async (transaction) => {
      const account = await this.accounts.lock(accountId, transaction);
      if (!account) throw signedOut();
      if ((await this.passkeys.countOf(accountId, transaction)) >= PASSKEYS_MAX) throw tooMany();
      if (!(await this.passkeys.insert(passkey, transaction))) throw refused();
      await this.audit.record('passkey_added', { type: 'producer', id: accountId }, transaction);
      return account;
    });
    this.mails.send(() => Promise.resolve(passkeyMail(email, label, `${this.config.publicUrl}/admin`)));
    return toPasskey(passkey);
  }

  /**
   * Its device may be in other hands: whatever else of the account is signed in is so no more.
   * @throws AppError 404 `passkey_not_found`, also for somebody else's
   */
  async remove(id: string, own: AccountSession): Promise<void> {
    const { accountId } = own;
    await this.accounts.inTransaction(async (transaction) => {
      const isRemoved = isUUID(id) && (await this.passkeys.remove(id, accountId, transaction));
      if (!isRemoved) throw new AppError(404, 'passkey_not_found', 'This passkey was removed already.');
      await this.sessions.endOthersOf(own, transaction);
      await this.audit.record('passkey_removed', { type: 'producer', id: accountId }, transaction);
    });
  }

  /** Whose a device has shown to be that signed a challenge to sign in; null where it has not. */
  async verify(answer: object): Promise<Proof | null> {
    const { id, response } = answer as Partial<AuthenticationResponse>;
    const passkey =
      typeof id === 'string' && isBase64(id, { urlSafe: true }) ? await this.passkeys.findByCredentialId(id) : null;
    const { verifyAuthenticationResponse } = await webauthn();
    const signed = await this.read(answer, null, async (expectedChallenge) => {
      if (!passkey || response?.userHandle !== userIdOf(passkey.accountId).toString('base64url')) return null;
      const { credentialId, publicKey, counter } = passkey;
      return verifyAuthenticationResponse({
        response: answer as AuthenticationResponse,
        expectedChallenge,
        ...this.site,
        credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
        requireUserVerification: true,
      });
    });
    if (!passkey || !signed?.verified) return null;
    const { newCounter } = signed.authenticationInfo;
    return {
      accountId: passkey.accountId,
      use: (transaction) => this.passkeys.use(passkey.id, newCounter, new Date(), transaction),
    };
  }

  @Cron(CronExpression.EVERY_HOUR)
  async sweepOld(): Promise<void> {
    await this.passkeys.removeChallengesMadeBefore(oldestChallenge());
  }

  private keepChallenge(challenge: string, accountId: string | null, transaction?: Transaction): Promise<void> {
    const kept = { challengeHash: hashToken(challenge), accountId, createdAt: new Date() };
    return this.passkeys.insertChallenge(kept, transaction);
  }

  /**
   * Uses up the challenge that was signed, whatever comes of it.
   * @param verify throws for everything that is not as it should be
   * @returns null for that, and where the challenge was not given for this
   */
  private async read<T>(answer: object, accountId: string | null, verify: (challenge: string) => Promise<T>) {
    const challenge = readChallenge(answer);
    if (challenge === null) return null;
    if (!(await this.passkeys.useChallenge(hashToken(challenge), accountId, oldestChallenge()))) return null;
    try {
      return await verify(challenge);
    } catch (error) {
      // Such as an address that PUBLIC_URL does not name, which nobody would find otherwise.
      this.logger.warn(`A passkey was refused: ${String(error)}`);
      return null;
    }
  }
}

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

function readChallenge(answer: object): string | null {
  try {
    const { clientDataJSON } = (answer as AuthenticationResponse).response;
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

function userIdOf(accountId: string): Buffer {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex');
}

function oldestChallenge(): Date {
  return new Date(Date.now() - PASSKEY_CHALLENGE_MAX_AGE_MS);
}

function toPasskey({ id, label, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return { id, label, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

function refused(): AppError {
  return new AppError(400, 'passkey_refused', PASSKEY_REFUSED);
}

function tooMany(): AppError {
  return new AppError(409, 'too_many_passkeys', `You have ${PASSKEYS_MAX} passkeys. Please remove one first.`);
}

function passkeyMail(to: string, label: string, url: string): Mail {
  return composeMail(to, 'A passkey was added', [
    'Hello,',
    `A passkey was added to your account, and called “${label}”. With it one signs in to the pages of the production team as you, without a mail.`,
    'If that was not you, remove it at once: open this page, and look at its end under Producers. Whoever else is signed in as you is then signed out. Please also tell the rest of the team.',
    { label: 'Production team', url },
    TEAM,
  ]);
}
