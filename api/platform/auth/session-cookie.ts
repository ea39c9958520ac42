import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Response } from 'express';

export interface SessionCookieOptions {
  name: string;
  /** Where visitors reach the site; https ties the cookie to this very host and to encrypted requests. */
  publicUrl: string;
  sameSite: 'lax' | 'strict';
  maxAgeMs: number;
}

/** The one cookie that carries a session's token. Scripts of a page cannot read it. */
export class SessionCookie {
  private readonly isSecure: boolean;
  private readonly name: string;

  constructor(private readonly options: SessionCookieOptions) {
    this.isSecure = options.publicUrl.startsWith('https:');
    this.name = this.isSecure ? `__Host-${options.name}` : options.name;
  }

  read(request: IncomingMessage): string | undefined {
    return parseCookie(request.headers.cookie ?? '')[this.name];
  }

  set(response: Response, token: string): void {
    this.append(response, token, this.options.maxAgeMs / 1000);
  }

  expire(response: Response): void {
    this.append(response, '', 0);
  }

  private append(response: Response, value: string, maxAge: number): void {
    const { isSecure: secure, name } = this;
    const { sameSite } = this.options;
    response.append(
      'Set-Cookie',
      stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, secure, sameSite }),
    );
  }
}
