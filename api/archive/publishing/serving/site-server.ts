import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { STORIES_COME } from '../../../contract/common/wordings.js';
import { STORY_ADDRESS } from '../../../contract/stories/story-slug.js';
import { toKnownRefusal } from '../../../platform/http/known-failures.js';
import { KEPT_NOWHERE } from '../../../platform/http/security-headers.js';
import { ParticipantSessions } from '../../../people/sign-in/browser-tokens.service.js';
import {
  INTERVIEW_FILE,
  NOT_FOUND_FILE,
  ONE_MOMENT_FILE,
  PLAIN_LANDING_FILE,
  STORY_NOT_FOUND_FILE,
} from '../plan/addresses.js';
import { Publisher } from '../publisher.js';
import { SiteAccess } from '../site-access.js';
import { ResourceSender } from './resource-sender.js';
import { SiteLookup, type SiteResource } from './site-lookup.js';

const READ_METHODS = new Set(['GET', 'HEAD']);
const COMPARING_SECONDS = 2;

/** Serves the public tree from the same address as the API, showing each change at once. */
@Injectable()
export class SiteServer {
  constructor(
    private readonly lookup: SiteLookup,
    private readonly access: SiteAccess,
    private readonly sender: ResourceSender,
    private readonly sessions: ParticipantSessions,
    private readonly publisher: Publisher,
  ) {}

  /** Serves everything that is read outside /api; hands on the rest. Express takes what it throws. */
  readonly middleware = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    this.publisher.endOver();
    if (!READ_METHODS.has(request.method) || /^\/api(\/|$)/.test(request.path)) next();
    else await this.serve(request, response);
  };

  /**
   * Answers what was asked and answered before without a way through Express; false: nothing was sent. What may be shown is
   * looked up anew for each request.
   */
  readonly repeat = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || isSpecial(request)) return false;
    this.publisher.endOver();
    const [path] = request.url!.split('?', 1);
    const found = path === '/' ? null : this.lookup.find(path!);
    return found !== null && found !== 'later' && this.sender.repeat(request, response, found);
  };

  private async serve(request: Request, response: Response): Promise<void> {
    if (request.path === '/' && (await this.serveHome(request, response))) return;
    const found = await this.find(request.path);
    if (found === 'later') await this.tellToWait(request, response);
    else if (!found || !(await this.sender.send(request, response, found))) await this.serveNotFound(request, response);
  }

  /** Waits a little for what is about to be put right: a page of the gallery that loses a story takes no longer. */
  private async find(path: string): Promise<SiteResource | 'later' | null> {
    const deadline = Date.now() + COMPARING_SECONDS * 1_000;
    let found = this.lookup.find(path);
    // It is the door for everyone: without the people on it, it is open at once.
    if (found === 'later' && path === '/') return this.lookup.page(PLAIN_LANDING_FILE) ?? found;
    for (let now = Date.now(); found === 'later' && now < deadline; now = Date.now()) {
      await this.access.opened(deadline - now);
      found = this.lookup.find(path);
    }
    return found;
  }

  /**
   * Whoever is signed in finds the interview at `/`, and so does who may be while that cannot be looked up: the interview
   * waits for the database, and leads back to the landing page who is not.
   */
  private async serveHome(request: Request, response: Response): Promise<boolean> {
    response.vary('Cookie');
    if (!(await this.maySeeInterview(request))) return false;
    const interview = this.lookup.page(INTERVIEW_FILE);
    return interview !== null && this.sender.send(request, response, interview, { cacheControl: KEPT_NOWHERE });
  }

  private async maySeeInterview(request: Request): Promise<boolean> {
    try {
      return (await this.sessions.findByRequest(request)) !== null;
    } catch (error) {
      if (toKnownRefusal(error) === null) throw error;
      return true;
    }
  }

  /** Just after a start it is not known yet whether everything on the disk is still public. */
  private async tellToWait(request: Request, response: Response): Promise<void> {
    response.setHeader('Retry-After', COMPARING_SECONDS);
    // Whoever takes anything, as scripts do, has no use for a page.
    const page = request.accepts('text', 'html') === 'html' ? this.lookup.page(ONE_MOMENT_FILE) : null;
    const options = { status: 503, cacheControl: KEPT_NOWHERE };
    if (page && (await this.sender.send(request, response, page, options))) return;
    response.status(503).setHeader('Cache-Control', KEPT_NOWHERE);
    response.type('text/plain').send(STORIES_COME);
  }

  private async serveNotFound(request: Request, response: Response): Promise<void> {
    const ofStory = STORY_ADDRESS.test(request.path) ? this.lookup.page(STORY_NOT_FOUND_FILE) : null;
    // A tree of an earlier version has the one page alone.
    const page = ofStory ?? this.lookup.page(NOT_FOUND_FILE);
    if (page && (await this.sender.send(request, response, page, { status: 404 }))) return;
    response.status(404).type('text/plain').send('Page Not Found');
  }
}

/** It has a body, or a copy that it asks about. */
function isSpecial({ headers }: IncomingMessage): boolean {
  return (
    headers['if-none-match'] !== undefined ||
    headers['if-modified-since'] !== undefined ||
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  );
}
