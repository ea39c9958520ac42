import { Injectable } from '@nestjs/common';
import { StaffPassword } from '../platform/auth/staff-password.js';
import { RateLimits } from '../platform/rate-limits/rate-limits.service.js';

/** By what they are derived from, which takes long on purpose. */
const ofPasswords = new Map<string, Promise<Buffer>>();
const ofCounters = new Map<string, Promise<Buffer>>();

/** The key of a password is derived once for all specs of a process, with the salt of the first that asks. */
@Injectable()
export class KnownStaffPassword extends StaffPassword {
  protected override derive(password: string): Promise<Buffer> {
    return once(ofPasswords, password, () => super.derive(password));
  }
}

/** The same secret for the same server settings, derived once for all specs of a process. */
@Injectable()
export class KnownRateLimits extends RateLimits {
  protected override derive(message: string): Promise<Buffer> {
    return once(ofCounters, message, () => super.derive(message));
  }
}

function once(known: Map<string, Promise<Buffer>>, key: string, derive: () => Promise<Buffer>): Promise<Buffer> {
  const derived = known.get(key) ?? derive();
  known.set(key, derived);
  return derived;
}
