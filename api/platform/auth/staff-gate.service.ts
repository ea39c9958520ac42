import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../http/app-error.js';
import { StaffPassword } from './staff-password.js';
import { type Caller, WrongTries } from './wrong-tries.js';
import { WRONG_PASSWORD } from '../../contract/common/wordings.js';

/** The one door for the staff password, whether it comes from the form or in a header. */
@Injectable()
export class StaffGate {
  private lastInLine: Promise<void> = Promise.resolve();

  constructor(
    private readonly password: StaffPassword,
    private readonly tries: WrongTries,
  ) {}

  /**
   * Passes only with the right password.
   * @throws AppError 401 `wrong_password`; 429 `too_many_tries` after too many wrong ones, then even with the right one
   */
  async admit(password: string, request: Request): Promise<void> {
    const caller = await this.tries.callerOf(request);
    await this.tries.refuseSpent(caller);
    if (this.password.isVerified(password)) return;
    await this.inLine(() => this.compare(password, caller));
  }

  /** @throws AppError 429 `too_many_tries` */
  async refuseSpent(request: Request): Promise<void> {
    await this.tries.refuseSpent(await this.tries.callerOf(request));
  }

  /**
   * Counts a try that was refused before its password was compared.
   * @throws AppError 429 `too_many_tries`
   */
  async countUncompared(status: number, request: Request): Promise<void> {
    const end = await this.tries.begin(await this.tries.callerOf(request));
    await end({ status, code: 'unreadable_try' });
  }

  private async compare(password: string, caller: Caller): Promise<void> {
    const end = await this.tries.begin(caller);
    const isRight = await this.password.matches(password);
    const refusal = isRight ? null : new AppError(401, 'wrong_password', WRONG_PASSWORD);
    await end(refusal);
    if (refusal) throw refusal;
  }

  /** One comparison at a time: guesses sent all at once cost the memory of one. */
  private inLine(task: () => Promise<void>): Promise<void> {
    const turn = this.lastInLine.then(task);
    // Whoever is refused is told by `turn`; the next in line only waits for the end.
    this.lastInLine = turn.catch(() => undefined);
    return turn;
  }
}
