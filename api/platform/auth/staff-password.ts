import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const deriveKey = promisify(argon2);

/** Tells whether a password is the configured one, without its time telling how near it came. Where producers have accounts, none is. */
@Injectable()
export class StaffPassword implements OnModuleInit {
  private readonly salt = randomBytes(16);
  private readonly digestKey = randomBytes(32);
  private hash: Buffer;
  private verifiedDigest: Buffer | null = null;

  constructor(private readonly config: AppConfig) {}

  async onModuleInit(): Promise<void> {
    const { staffAccounts, staffPassword } = this.config;
    this.hash =
      staffAccounts || staffPassword === null ? randomBytes(COST.tagLength) : await this.derive(staffPassword);
  }

  /** Whether `matches` has found this very password right before: in microseconds, for a header that comes with every request. */
  isVerified(password: string): boolean {
    return this.verifiedDigest !== null && timingSafeEqual(this.verifiedDigest, this.digest(password));
  }

  async matches(password: string): Promise<boolean> {
    const isRight = timingSafeEqual(this.hash, await this.derive(password));
    if (isRight) this.verifiedDigest = this.digest(password);
    return isRight;
  }

  protected derive(password: string): Promise<Buffer> {
    return deriveKey('argon2id', { ...COST, message: password, nonce: this.salt });
  }

  private digest(password: string): Buffer {
    return createHmac('sha256', this.digestKey).update(password).digest();
  }
}
