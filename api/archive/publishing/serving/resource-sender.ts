import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { GRAMS_FILE } from '../../../contract/search/gram-index.js';
import { serveMedia, setMediaHeaders } from '../../../media/store/serve-media.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import { SiteManifest } from '../tree/site-manifest.js';
import { ALWAYS_ASK, cacheControl, contentType } from '../plan/file-headers.js';
import { SiteTree } from '../tree/site-tree.js';
import { BodyReader } from './body-reader.js';
import type { SiteResource } from './site-lookup.js';

/** Of files that are no pages. Pagefind's worker takes what it may do from the response that it came with. */
const FILE_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

interface SendOptions {
  status?: number;
  cacheControl?: string;
}

/** Sends a file of the tree to GET and HEAD. */
@Injectable()
export class ResourceSender {
  constructor(
    private readonly manifest: SiteManifest,
    private readonly tree: SiteTree,
    private readonly bodies: BodyReader,
    private readonly config: AppConfig,
  ) {}

  /** False when the file is gone, with nothing sent. */
  async send(
    request: Request,
    response: Response,
    resource: SiteResource,
    options: SendOptions = {},
  ): Promise<boolean> {
    if (resource.file.kind === 'media' || resource.path.endsWith(`/${GRAMS_FILE}`)) {
      await this.sendMedia(request, response, resource);
      return true;
    }
    if (resource.file.leadsTo !== undefined) {
      leadOn(request, response, resource.file.leadsTo);
      return true;
    }
    const variant = chooseVariant(resource, (encoding) => request.acceptsEncodings(encoding) !== false);
    response.status(options.status ?? 200);
    response.vary('Accept-Encoding');
    response.setHeader('ETag', `"${variant.etag}"`);
    response.setHeader('Cache-Control', options.cacheControl ?? cacheControl(resource.path));
    response.setHeader('Content-Security-Policy', this.manifest.policyOf(resource.file) ?? FILE_POLICY);
    if (request.fresh) {
      response.status(304).end();
      return true;
    }
    const body = await this.bodies.read(variant.path, variant.etag, variant.bytes ?? undefined);
    if (!body) return false;
    if (!body.isExpected) response.removeHeader('ETag');
    if (variant.encoding) response.setHeader('Content-Encoding', variant.encoding);
    response.setHeader('Content-Type', contentType(resource.path));
    if (!DOCUMENTS.has(posix.extname(resource.path))) response.removeHeader('Permissions-Policy');
    response.setHeader('Content-Length', body.bytes.length);
    if (isRepeatable(request, options)) this.keepHead(variant, resource, response);
    response.end(body.bytes);
    return true;
  }

  /** Sends once more what `send` has sent to a request like this one; false when nothing is kept. */
  repeat(request: IncomingMessage, response: ServerResponse, resource: SiteResource): boolean {
    if (!TAKES_BROTLI.test(request.headers['accept-encoding'] ?? '')) return false;
    const variant = chooseVariant(resource, () => true);
    const kept = this.bodies.known(variant.path, variant.etag);
    if (!kept?.head || kept.head.policy !== resource.file.policy) return false;
    response.writeHead(200, kept.head.headers);
    response.end(kept.bytes);
    return true;
  }

  private keepHead({ path, etag }: ResourceVariant, { file }: SiteResource, response: Response): void {
    const body = this.bodies.known(path, etag);
    if (!body || body.head) return;
    const headers = response.getHeaderNames().flatMap((name) => [name, String(response.getHeader(name))]);
    body.head = { policy: file.policy, headers };
  }

  private async sendMedia(request: Request, response: Response, { path, file }: SiteResource): Promise<void> {
    const about = { mimeType: file.mimeType ?? '', etag: file.hash, cacheControl: ALWAYS_ASK };
    const { xAccelRedirect } = this.config;
    if (xAccelRedirect === null) return serveMedia(request, response, { path: this.tree.pathOf(path), ...about });
    // The web server in front reads the file, and answers Range.
    setMediaHeaders(response, about);
    response.setHeader('X-Accel-Redirect', `${xAccelRedirect}/${encodeURI(path)}`);
    response.end();
  }
}

/** As plainly as browsers say it. Those who weigh it against others are asked what they weigh. */
const TAKES_BROTLI = /(?:^|,) ?br(?:,|$)/;

/** The same for everyone: `/` depends on who asks. */
function isRepeatable(request: Request, options: SendOptions): boolean {
  return request.method === 'GET' && request.path !== '/' && Object.keys(options).length === 0;
}

/** With its query. Browsers would remember it for ever, and follow it when the story is public no more. */
function leadOn(request: Request, response: Response, path: string): void {
  response.setHeader('Cache-Control', ALWAYS_ASK);
  const { search } = new URL(request.originalUrl, 'http://localhost');
  response.redirect(301, path + search);
}

/** One of the forms in which a file is kept. */
interface ResourceVariant {
  path: string;
  encoding: 'br' | 'gzip' | null;
  /** Null: not known before it is read. */
  bytes: number | null;
  /** Strong, without its quotes. */
  etag: string;
}

/** Pagefind's scripts have compressed siblings, its other files are compressed in themselves. */
const SEARCH_SCRIPT = /\.js$/;

/** Of the forms that this client reads the smallest, in whatever order it names them. */
function chooseVariant({ path, file }: SiteResource, accepts: (encoding: 'br' | 'gzip') => boolean): ResourceVariant {
  const hasBoth = file.kind === 'shard' && SEARCH_SCRIPT.test(path);
  if ((hasBoth || file.br !== undefined) && accepts('br')) {
    return { path: `${path}.br`, encoding: 'br', bytes: file.br ?? null, etag: `${file.hash}-br` };
  }
  if ((hasBoth || file.gz !== undefined) && accepts('gzip')) {
    return { path: `${path}.gz`, encoding: 'gzip', bytes: file.gz ?? null, etag: `${file.hash}-gz` };
  }
  return { path, encoding: null, bytes: file.kind === 'shard' ? null : file.bytes, etag: file.hash };
}

/** What a browser may show as a page of its own: to all else a policy of permissions is a kilobyte that says nothing. */
const DOCUMENTS = new Set(['.html', '.svg', '.xml']);
