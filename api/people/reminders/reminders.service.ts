import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isUUID } from 'class-validator';
import { writtenDuration } from '../../contract/common/grammar.js';
import { REMINDER_LATEST_MS } from '../../contract/common/limits.js';
import { LANDING_DIALOGS } from '../../contract/pages.js';
import type { Reminder } from '../../contract/people/reminders.js';
import { UNNAMED_HELD_DRAFT } from '../../contract/people/sign-in.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError, signedOut } from '../../platform/http/app-error.js';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { SingleFlight } from '../../platform/jobs/single-flight.js';
import { composeMail, type Mail, TEAM } from '../../platform/mail/mail.js';
import { RefusedAddresses } from '../../platform/mail/refused-addresses.js';
import { Mailer, MailRefused } from '../../platform/mail/mailer.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import type { ForgottenDrafts } from '../sign-in/browser-sign-in.service.js';
import { HeldDraftsRepository, UNNAMED_DRAFT } from './held-drafts.repository.js';
import { type DueReminder, RemindersRepository, type TakenReminder } from './reminders.repository.js';

const POLL_INTERVAL_MS = 5 * 60_000;

/** Mails that lead people back: each once, and none to anybody who has submitted. */
@Injectable()
export class RemindersService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Reminders');
  private readonly rounds = new SingleFlight(() => this.round());
  /** What is noted as sent and was not, because the database was away just then. */
  private readonly notSent = new Set<TakenReminder>();
  private readonly refused = new RefusedAddresses();
  private isStopping = false;

  constructor(
    private readonly config: AppConfig,
    private readonly reminders: RemindersRepository,
    private readonly drafts: HeldDraftsRepository,
    private readonly participants: ParticipantsService,
    private readonly mailer: Mailer,
    private readonly backgroundWork: BackgroundWork,
  ) {}

  async find({ id }: SignedInParticipant): Promise<Reminder> {
    return { at: (await this.reminders.findToCome(id, 'asked'))?.dueAt.toISOString() ?? null };
  }

  /** @throws AppError 400 `not_a_time`; 403 `email_unproven` */
  async ask(author: SignedInParticipant, at: string): Promise<Reminder> {
    const dueAt = new Date(at);
    const inMs = dueAt.getTime() - Date.now();
    if (!(inMs > 0 && inMs <= REMINDER_LATEST_MS)) throw notATime();
    if (!author.isProven) throw unproven();
    await this.change(author, (transaction) => this.reminders.set(author.id, 'asked', dueAt, transaction));
    return { at: dueAt.toISOString() };
  }

  forget(author: SignedInParticipant): Promise<void> {
    return this.change(author, (transaction) => this.reminders.remove(author.id, 'asked', transaction));
  }

  /** Again is no news: the day counts from the first time. */
  holdDraft(author: SignedInParticipant, draftId = UNNAMED_DRAFT, isToldWithoutId = false): Promise<void> {
    return this.change(author, async (transaction) => {
      if (isToldWithoutId) await this.drafts.name(author.id, draftId, transaction);
      await this.drafts.hold(author.id, draftId, transaction);
    });
  }

  letDraftGo(author: SignedInParticipant, draftId = UNNAMED_DRAFT): Promise<void> {
    return this.change(author, (transaction) => this.drafts.letGo(author.id, [draftId], transaction));
  }

  /** A browser that had told of recordings forgets this person, who need not be signed in there. */
  letForgottenDraftsGo({ participantId, told }: ForgottenDrafts): Promise<void> {
    const draftIds = told.map((id) => (id === UNNAMED_HELD_DRAFT ? UNNAMED_DRAFT : id)).filter((id) => isUUID(id));
    return this.participants.inTransaction((transaction) => this.drafts.letGo(participantId, draftIds, transaction));
  }

  /** The server is ready without it: a mail server may take long. */
  onApplicationBootstrap(): void {
    void this.sendDue();
  }

  /** Waits for the mail that is under way; the others stay due. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.rounds.settled();
    await this.giveBackNotSent();
  }

  /** Never rejects. */
  @Interval(POLL_INTERVAL_MS)
  async sendDue(): Promise<void> {
    if (this.backgroundWork.isDoneHere && !this.isStopping) await this.rounds.request();
  }

  private async round(): Promise<void> {
    try {
      await this.giveBackNotSent();
      for (const due of await this.reminders.findDue()) {
        if (this.isStopping) return;
        if (!this.refused.has(due.email)) await this.send(due);
      }
    } catch (error) {
      this.logger.error(error);
    }
  }

  private async send(due: DueReminder): Promise<void> {
    const taken = { ...due, sentAt: new Date() };
    try {
      const email = await this.reminders.take(taken);
      if (email === null) return;
      await this.mailer.send(MAILS[due.kind](email, `${this.config.publicUrl}/${LANDING_DIALOGS.resume}`));
    } catch (error) {
      this.logger.warn(`Somebody could not be reminded: ${String(error)}`);
      if (error instanceof MailRefused) this.refused.add(due.email);
      // Also where taking it failed: the database may have noted it all the same.
      this.notSent.add(taken);
      await this.giveBack(taken);
    }
  }

  private async giveBackNotSent(): Promise<void> {
    for (const taken of this.notSent) await this.giveBack(taken);
  }

  /** Never rejects; what it could not give back stays in `notSent`. */
  private async giveBack(taken: TakenReminder): Promise<void> {
    try {
      await this.reminders.giveBack(taken);
      await this.drafts.giveBack(taken);
      this.notSent.delete(taken);
    } catch (error) {
      this.logger.error(error);
    }
  }

  private change(author: SignedInParticipant, write: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.participants.inTransaction(async (transaction) => {
      if (!(await this.participants.lockAuthor(author, transaction))) throw signedOut();
      await write(transaction);
    });
  }
}

const MAILS: Record<DueReminder['kind'], (email: string, url: string) => Mail> = {
  asked: (email, url) =>
    composeMail(email, 'Your story is waiting, as you asked', [
      'Hello,',
      'You asked us to remind you of your story today. Everything that you have saved is there.',
      { label: 'Open my story again', url },
      'This is the only mail about it. If today is not a good day, you need not do anything. You can pick another day on the same page.',
      TEAM,
    ]),
  held_draft: (email, url) =>
    composeMail(email, 'A recording is waiting on your device', [
      'Hello,',
      'A recording of yours is kept in one of your browsers. It is not saved with us yet. A browser may empty its storage after some days without a visit.',
      'Please open our page in the browser that you recorded with. There you can save the recording, or discard it, with one press.',
      { label: 'Open my story again', url },
      'We know nothing of the recording itself. This is the only mail about it.',
      TEAM,
    ]),
};

function notATime(): AppError {
  return new AppError(
    400,
    'not_a_time',
    `Please pick a day that is to come, within ${writtenDuration(REMINDER_LATEST_MS)}.`,
  );
}

function unproven(): AppError {
  const message =
    'Please open the link that we mail you first: “My story” sends it. It shows that this e-mail is yours.';
  return new AppError(403, 'email_unproven', message);
}
