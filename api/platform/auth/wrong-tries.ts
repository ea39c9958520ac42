import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { AuditService } from '../audit/audit.service.js';
import { THE_GATE } from '../../contract/staff/audit.js';
import { AppConfig } from '../config/app-config.js';
import {
  STAFF_WRONG_TRIES,
  STAFF_WRONG_TRIES_OF_ALL,
  STAFF_WRONG_TRIES_WINDOW_MS,
} from '../../contract/common/limits.js';
import { AppError } from '../http/app-error.js';
import { clientAddress } from '../http/client-address.js';
import { isLoopback } from '../http/loopback.js';
import { writtenWait } from '../http/written-wait.js';
import { limitsOfAddress, type RateLimit, RateLimits } from '../rate-limits/rate-limits.service.js';
import { StaffBrowsers } from './staff-sessions.service.js';

const WINDOW = { windowMs: STAFF_WRONG_TRIES_WINDOW_MS };

type Refusal = Pick<AppError, 'status' | 'code'>;

/** Where the tries of one caller count, and how the log calls them. */
export interface Caller {
  limits: RateLimit[];
  /** One word for one caller, from which nobody finds out the address. */
  source: string;
}

/**
 * Counts tries at the gate. A browser in which staff signed in before has a count of its own, so that no stranger's
 * guesses shut it out. All others count by their address, by its networks, and together: whoever is new there waits
 * at most for the end of the quarter of an hour that was used up, which no further try makes longer.
 */
@Injectable()
export class WrongTries {
  private readonly logger = new Logger('Staff gate');

  constructor(
    private readonly config: AppConfig,
    private readonly rateLimits: RateLimits,
    private readonly browsers: StaffBrowsers,
    private readonly audit: AuditService,
  ) {}

  async callerOf(request: Request): Promise<Caller> {
    const address = clientAddress(request);
    const browser = await this.browsers.find(request);
    const source = this.rateLimits.hash(browser ?? address).slice(0, 8);
    // Outside production this machine itself is not limited.
    if (!this.config.isProduction && isLoopback(address)) return { limits: [], source };
    if (browser !== null)
      return { limits: [{ subject: `gate ${browser}`, limit: STAFF_WRONG_TRIES, ...WINDOW }], source };
    const ofAddress = limitsOfAddress(address, 'gate', STAFF_WRONG_TRIES, STAFF_WRONG_TRIES_WINDOW_MS);
    return { limits: [...ofAddress, { subject: 'gate', limit: STAFF_WRONG_TRIES_OF_ALL, ...WINDOW }], source };
  }

  /** @throws AppError 429 `too_many_tries` */
  async refuseSpent(caller: Caller): Promise<void> {
    const waitSeconds = await this.rateLimits.waitSeconds(caller.limits);
    if (waitSeconds > 0) throw this.tooMany(caller, waitSeconds);
  }

  /**
   * Counts a try before it is known to be right. What it returns is called once it is known, with what was wrong.
   * @throws AppError 429 `too_many_tries`
   */
  async begin(caller: Caller): Promise<(refusal: Refusal | null) => Promise<void>> {
    const { waitSeconds, isLast } = await this.rateLimits.take(caller.limits);
    if (waitSeconds > 0) throw this.tooMany(caller, waitSeconds);
    return async (refusal) => {
      if (!refusal) return this.rateLimits.giveBack(caller.limits);
      this.warn(refusal, caller);
      await this.audit.record('sign_in_failed', THE_GATE);
      if (isLast) await this.audit.record('sign_in_locked', THE_GATE);
    };
  }

  private tooMany(caller: Caller, waitSeconds: number): AppError {
    const message = `Too many wrong passwords. Please try again in ${writtenWait(waitSeconds)}.`;
    const refusal = new AppError(429, 'too_many_tries', message, waitSeconds);
    this.warn(refusal, caller);
    return refusal;
  }

  private warn({ status, code }: Refusal, { source }: Caller): void {
    this.logger.warn({ status, code, source }, 'Refused at the staff gate');
  }
}
