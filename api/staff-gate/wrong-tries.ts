import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { normalizeIp } from '@nestjs/throttler';
import { STAFF_WRONG_TRIES, STAFF_WRONG_TRIES_WINDOW_MS } from '../contract/limits.js';

/**
 * Wrong passwords of each address (an IPv6 network of 64 bits is one address) within the last 15 minutes.
 *
 * Kept in memory on purpose: no visitor's address is ever stored, and a second server at most
 * doubles the handful of guesses.
 */
@Injectable()
export class WrongTries {
  private readonly timesByAddress = new Map<string, number[]>();

  /** Seconds until this address may try again; 0 when it may at once. */
  waitSeconds(address: string): number {
    const times = this.recentTimes(normalizeIp(address));
    const oldestThatCounts = times.at(-STAFF_WRONG_TRIES);
    if (oldestThatCounts === undefined) return 0;
    return Math.ceil((oldestThatCounts + STAFF_WRONG_TRIES_WINDOW_MS - Date.now()) / 1000);
  }

  add(address: string): void {
    const key = normalizeIp(address);
    this.timesByAddress.set(key, [...this.recentTimes(key), Date.now()]);
  }

  @Interval(STAFF_WRONG_TRIES_WINDOW_MS)
  forgetOld(): void {
    for (const key of this.timesByAddress.keys()) {
      if (this.recentTimes(key).length === 0) this.timesByAddress.delete(key);
    }
  }

  private recentTimes(key: string): number[] {
    const after = Date.now() - STAFF_WRONG_TRIES_WINDOW_MS;
    return (this.timesByAddress.get(key) ?? []).filter((time) => time > after);
  }
}
