import { Injectable } from '@nestjs/common';
import { AppError } from '../http/app-error.js';
import { writtenWait } from '../http/written-wait.js';
import { StaffPassword } from './staff-password.js';
import { WrongTries } from './wrong-tries.js';

/** The one door for the staff password, whether it comes from the form or in a header. */
@Injectable()
export class StaffGate {
  private lastInLine: Promise<void> = Promise.resolve();

  constructor(
    private readonly password: StaffPassword,
    private readonly wrongTries: WrongTries,
  ) {}

  /**
   * Passes only with the right password.
   * @throws AppError 401 `wrong_password`; 429 `too_many_tries` after five wrong ones within
   *   15 minutes from `address`, then even with the right one
   */
  async admit(password: string, address: string): Promise<void> {
    this.refuseLockedOut(address);
    if (this.password.isVerified(password)) return;
    await this.inLine(() => this.compare(password, address));
  }

  private async compare(password: string, address: string): Promise<void> {
    this.refuseLockedOut(address);
    if (await this.password.matches(password)) return;
    this.wrongTries.add(address);
    throw new AppError(401, 'wrong_password', 'Invalid password');
  }

  /** One comparison at a time: guesses sent all at once do not outrun the count, and cost the memory of one. */
  private inLine(task: () => Promise<void>): Promise<void> {
    const turn = this.lastInLine.then(task);
    // Whoever is refused is told by `turn`; the next in line only waits for the end.
    this.lastInLine = turn.catch(() => undefined);
    return turn;
  }

  private refuseLockedOut(address: string): void {
    const waitSeconds = this.wrongTries.waitSeconds(address);
    if (waitSeconds === 0) return;
    const message = `Too many wrong passwords. Please try again in ${writtenWait(waitSeconds)}.`;
    throw new AppError(429, 'too_many_tries', message, waitSeconds);
  }
}
