import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import {
  PARTICIPANT_UPLOAD_BYTES_PER_DAY,
  PUBLIC_UPLOAD_ADDRESS_BYTES_PER_DAY,
  PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY,
} from '../../contract/common/limits.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { networksOf } from '../../platform/http/client-address.js';
import { isLoopback } from '../../platform/http/loopback.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.service.js';
import { UploadQuotaRepository } from './upload-quota.repository.js';
import { isStranger, type UploadStarter } from './upload-owner.js';

/** Whoever sends by the public page, and the address that they come from. */
export interface Sender {
  /** That they give, in the one spelling of its mailbox. */
  email: string;
  address: string;
}

/** How much anyone may send in a day (UTC). Outside production this machine itself is not limited. */
@Injectable()
export class UploadQuota {
  constructor(
    private readonly config: AppConfig,
    private readonly entries: UploadQuotaRepository,
    private readonly rateLimits: RateLimits,
  ) {}

  /**
   * Before a body is read: whether so much may still come from that address, and under that e-mail, today.
   * @throws AppError 429 `daily_quota`
   */
  async refuseSpent({ email, address }: Pick<Sender, 'address'> & Partial<Sender>, bytes: number): Promise<void> {
    const isOver = async (subject: Buffer, limit: number) => (await this.entries.sum(subject, today())) + bytes > limit;
    if (email !== undefined && (await isOver(this.emailSubject(email), PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY)))
      throw spent();
    if (this.isExempt(address)) return;
    if (await isOver(this.addressSubject(address), PUBLIC_UPLOAD_ADDRESS_BYTES_PER_DAY)) throw spent();
  }

  /** Where something comes from, for finding it again; null of this machine outside production, which is not limited. */
  originOf(address: string): string | null {
    return this.isExempt(address) ? null : this.addressSubject(address).toString('hex');
  }

  /**
   * Counts what has come, for as long as `transaction` holds.
   * @throws AppError 429 `daily_quota`
   */
  async charge({ email, address }: Sender, bytes: number, transaction: Transaction): Promise<void> {
    const day = today();
    // Always in this order: two that wait for each other's rows would wait for ever.
    const bySender = { subject: this.emailSubject(email), day, bytes };
    const isWithin = await this.entries.addWithin(PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY, bySender, transaction);
    if (!isWithin) throw spent();
    if (this.isExempt(address)) return;
    const byAddress = { subject: this.addressSubject(address), day, bytes };
    if (!(await this.entries.addWithin(PUBLIC_UPLOAD_ADDRESS_BYTES_PER_DAY, byAddress, transaction))) throw spent();
  }

  /**
   * Does `work`, with which a participant begins to send so many bytes, if they may still come today; where it fails they
   * count for nothing. Whoever has only registered shares with all others at their address. Staff are not limited.
   * @throws AppError 429 `daily_quota`
   */
  async whileWithin<T>(owner: UploadStarter, bytes: number, work: () => Promise<T>): Promise<T> {
    if (owner.audience !== 'participant' || this.isExempt(owner.address)) return work();
    const sender = isStranger(owner)
      ? `registered ${networksOf(owner.address)[0]!.network}`
      : `person ${owner.participantId}`;
    const entry = { subject: this.hash(sender), day: today(), bytes };
    if (!(await this.entries.addWithin(PARTICIPANT_UPLOAD_BYTES_PER_DAY, entry))) throw spent();
    try {
      return await work();
    } catch (error) {
      // Why it failed is what counts.
      await this.entries.subtract(entry).catch(() => undefined);
      throw error;
    }
  }

  @Cron(CronExpression.EVERY_HOUR)
  async sweepPast(): Promise<void> {
    await this.entries.removeBefore(today());
  }

  private isExempt(address: string): boolean {
    return !this.config.isProduction && isLoopback(address);
  }

  private emailSubject(email: string): Buffer {
    return this.hash(`email ${email}`);
  }

  private addressSubject(address: string): Buffer {
    return this.hash(`address ${networksOf(address)[0]!.network}`);
  }

  /** Nobody finds out from it who sent, not by trying every address either. */
  private hash(subject: string): Buffer {
    return Buffer.from(this.rateLimits.hash(subject), 'base64url');
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function spent(): AppError {
  const midnight = new Date().setUTCHours(24, 0, 0, 0);
  const waitSeconds = Math.ceil((midnight - Date.now()) / 1000);
  const message = 'You have sent as much as we can take from one sender in a day. Please send the rest tomorrow.';
  return new AppError(429, 'daily_quota', message, waitSeconds);
}
