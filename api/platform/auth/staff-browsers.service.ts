import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppConfig } from '../config/app-config.js';
import { STAFF_BROWSER_KNOWN_MS } from '../../contract/limits.js';
import { CookieSessions } from './cookie-sessions.js';
import { SessionCookie } from './session-cookie.js';
import type { StaffBrowser } from './staff-browser.entity.js';
import { StaffBrowsersRepository } from './staff-browsers.repository.js';

/**
 * Browsers in which staff signed in with the present password. They are asked for it like any other; only their wrong
 * tries are counted by themselves. Whoever knew an earlier password has no more guesses than a stranger.
 */
@Injectable()
export class StaffBrowsers extends CookieSessions<StaffBrowser> {
  constructor(
    { publicUrl, staffPassword }: AppConfig,
    private readonly browsers: StaffBrowsersRepository,
  ) {
    const maxAgeMs = STAFF_BROWSER_KNOWN_MS;
    const cookie = new SessionCookie({ name: 'staff_browser', publicUrl, sameSite: 'strict', maxAgeMs });
    super(cookie, browsers, staffPassword);
  }

  async remember(request: IncomingMessage, response: Response): Promise<void> {
    await this.start(request, response, (tokenHash) => this.browsers.start(tokenHash));
  }

  /** What tells this browser from others; null when staff never signed in there. */
  async find(request: IncomingMessage): Promise<string | null> {
    const browser = await this.findLive(request);
    return browser && `browser ${browser.tokenHash.toString('base64url')}`;
  }
}
