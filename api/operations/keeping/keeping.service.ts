import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { isUUID } from 'class-validator';
import { emailKey } from '../../contract/people/email-key.js';
import type { DueKind, Keeping } from '../../contract/staff/keeping.js';
import { MY_STORY_PATH } from '../../contract/stories/my-story.js';
import { WithdrawalsService } from '../../archive/my-story/withdrawals.service.js';
import { PublicUploadsService } from '../../people/public-uploads/public-uploads.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { currentProducerName } from '../../platform/http/current-producer.js';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { Mailer, MailRefused } from '../../platform/mail/mailer.js';
import { type DueRow, KeepingRepository } from './keeping.repository.js';
import { endOfTimeMail, staffMail } from './keeping-mails.js';

/** After the other nightly work. */
const EVERY_NIGHT = '0 30 4 * * *';
/** More than so many at once, or than such a part of all, are not taken for an ordinary night. */
const USUAL_AT_MOST = 10;
const USUAL_PART = 0.05;

/** Somebody came back while their removal was under way. */
class NotDueAnyMore extends Error {}

/**
 * Keeps nothing longer than its time. Each night what is nearly due is listed: first its person is told, then staff, and a
 * week after that it goes, unless anything has happened or somebody keeps it. Who cannot be told, as their mails are refused for
 * good or go where nobody has shown to read them since producers corrected the e-mail: there it goes once staff allow it.
 */
@Injectable()
export class KeepingService {
  private readonly logger = new Logger('Keeping');

  constructor(
    private readonly config: AppConfig,
    private readonly backgroundWork: BackgroundWork,
    private readonly keeping: KeepingRepository,
    private readonly withdrawals: WithdrawalsService,
    private readonly publicUploads: PublicUploadsService,
    private readonly mailer: Mailer,
    private readonly audit: AuditService,
  ) {}

  async describe(): Promise<Keeping> {
    const { keeping: periods } = this.config;
    const [due, lastNight] = await Promise.all([this.keeping.findAll(periods), this.keeping.findLastNight()]);
    return { periods: { ...periods }, due, lastNight };
  }

  /** Keeps one thing for a further period. @throws AppError 404 `not_due` */
  async keep(id: string): Promise<void> {
    await this.keeping.inTransaction(async (transaction) => {
      const kept = isUUID(id)
        ? await this.keeping.keep(id, currentProducerName(), this.config.keeping, transaction)
        : null;
      if (!kept) throw new AppError(404, 'not_due', 'This is not on the list any more.');
      await this.audit.record('removal_kept', subjectOf(kept), transaction);
    });
  }

  /** What is on the list may go its way, although it is unusually much. */
  async allow(): Promise<void> {
    await this.keeping.inTransaction(async (transaction) => {
      await this.keeping.allowAll(currentProducerName(), transaction);
      await this.audit.record('removals_allowed', { type: 'archive', id: null }, transaction);
    });
  }

  @Cron(EVERY_NIGHT)
  async onSchedule(): Promise<void> {
    if (!this.backgroundWork.isDoneHere) return;
    try {
      await this.night();
    } catch (error) {
      this.logger.error(error);
    }
  }

  /** One look at everything, once a night whoever asks. */
  async night(): Promise<void> {
    const nightId = await this.keeping.beginNight();
    if (nightId === null) return;
    await this.keeping.noteVisits();
    await this.keeping.bringUpToDate(this.config.keeping);
    const [unmailed, removable] = await Promise.all([this.keeping.findUnmailed(), this.keeping.findRemovable()]);
    const usual = Math.max(USUAL_AT_MOST, (await this.keeping.countAll()) * USUAL_PART);
    // Who is refused each night is nothing new.
    const mayMail = orAllowed(unmailed, usual, ({ isRefused }) => isRefused);
    const mayRemove = orAllowed(
      removable.filter(({ isTold, isAllowed }) => isTold || isAllowed),
      usual,
    );
    await this.mail(mayMail);
    const removed = await this.removeAll(mayRemove);
    const held = [...without(unmailed, mayMail), ...without(removable, mayRemove)];
    const listed = await this.keeping.findListedUntold();
    await this.keeping.endNight(nightId, removed, held.length > 0 ? held.length : null);
    if (held.length > 0)
      this.logger.warn(
        `${held.length} removals are unusually many, or of people who could not be told. They wait until staff allow them on /admin.`,
      );
    // What they were told may wait for years.
    if (listed.length > 0 || held.some((row) => !row.isToldToStaff)) await this.tellStaff(listed, held);
  }

  /** One to an e-mail and kind of thing, however much it is. */
  private async mail(rows: DueRow[]): Promise<void> {
    const { organisation, publicUrl, keeping } = this.config;
    for (const [, ofOne] of Map.groupBy(rows, ({ kind, email }) => `${kind} ${email}`)) {
      const [row] = ofOne as [DueRow];
      try {
        await this.mailer.send(endOfTimeMail(row, keeping, organisation, `${publicUrl}${MY_STORY_PATH}`));
        await this.keeping.setMailed(
          ofOne.map(({ id }) => id),
          emailKey(row.email),
        );
      } catch (error) {
        // Nothing goes before its person was told; the next night tries again.
        this.logger.error(error);
        if (error instanceof MailRefused) await this.keeping.noteRefused(ofOne.map(({ id }) => id));
      }
    }
  }

  private async removeAll(rows: DueRow[]): Promise<number> {
    let removed = 0;
    for (const row of rows) {
      try {
        await this.remove(row);
        removed += 1;
      } catch (error) {
        if (!(error instanceof NotDueAnyMore)) this.logger.error(error);
      }
    }
    return removed;
  }

  private async remove({ id, kind, participantId, publicUploadId }: DueRow): Promise<void> {
    const requireDue = async (transaction: Transaction) => {
      if (!(await this.keeping.isStillDue(id, this.config.keeping, transaction))) throw new NotDueAnyMore();
    };
    const removals: Record<DueKind, () => Promise<unknown>> = {
      unsubmitted: () => this.withdrawals.removePerson(participantId!, 'period_ended', requireDue),
      answers: () =>
        this.withdrawals.removeAnswersAtEnd(participantId!, async (transaction) => {
          await requireDue(transaction);
          await this.keeping.remove(id, transaction);
        }),
      public_upload: () =>
        this.publicUploads.removeFile(
          publicUploadId!,
          (transaction, ownerId) =>
            this.audit.record(
              'period_ended',
              { type: 'photo', id: publicUploadId! },
              transaction,
              ownerId ?? undefined,
            ),
          requireDue,
        ),
    };
    await removals[kind]();
  }

  private async tellStaff(listed: string[], held: DueRow[]): Promise<void> {
    const { organisation, publicUrl } = this.config;
    try {
      await this.mailer.send(staffMail(organisation.email, listed.length, held.length, `${publicUrl}/admin`));
      await this.keeping.setListingTold(listed);
      await this.keeping.setToldToStaff(held.map(({ id }) => id));
    } catch (error) {
      // It stands on /admin, whatever becomes of the mail; the next night tells again.
      this.logger.error(error);
    }
  }
}

/** All of them on an ordinary night; otherwise those that staff have allowed, and those that make none unusual. */
function orAllowed(rows: DueRow[], usual: number, isUsual: (row: DueRow) => boolean = () => false): DueRow[] {
  const allowed = rows.filter((row) => row.isAllowed || isUsual(row));
  return rows.length - allowed.length > usual ? allowed : rows;
}

function without(rows: DueRow[], others: DueRow[]): Iterable<DueRow> {
  return new Set(rows).difference(new Set(others));
}

function subjectOf({ participantId, publicUploadId }: Pick<DueRow, 'participantId' | 'publicUploadId'>) {
  return participantId === null
    ? ({ type: 'photo', id: publicUploadId! } as const)
    : ({ type: 'participant', id: participantId } as const);
}
