import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { serveMedia } from '../../../media/store/serve-media.js';
import { SiteManifest } from '../manifest/site-manifest.js';
import { HASHED_ASSETS_FOLDER } from '../plan/addresses.js';
import { SiteTree } from '../tree/site-tree.js';
import { BodyReader } from './body-reader.js';
import { contentType } from './content-types.js';
import { chooseVariant } from './resource-variant.js';
import type { SiteResource } from './site-lookup.js';

const FOR_EVER = 'public, max-age=31536000, immutable';
const ALWAYS_ASK = 'no-cache';
/** Of files that are no pages. Pagefind's worker takes what it may do from the answer that it came with. */
const FILE_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

export interface SendOptions {
  status?: number;
  cacheControl?: string;
}

/** Answers GET and HEAD with a file of the tree. */
@Injectable()
export class ResourceSender {
  constructor(
    private readonly manifest: SiteManifest,
    private readonly tree: SiteTree,
    private readonly bodies: BodyReader,
  ) {}

  /** False when the file is gone, with nothing answered. */
  async send(
    request: Request,
    response: Response,
    resource: SiteResource,
    options: SendOptions = {},
  ): Promise<boolean> {
    if (resource.file.kind === 'media') {
      await this.sendMedia(request, response, resource);
      return true;
    }
    if (resource.file.leadsTo !== undefined) {
      leadOn(request, response, resource.file.leadsTo);
      return true;
    }
    const variant = chooseVariant(request, resource);
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
    response.setHeader('Content-Length', body.bytes.length);
    response.end(body.bytes);
    return true;
  }

  private sendMedia(request: Request, response: Response, { path, file }: SiteResource): Promise<void> {
    return serveMedia(request, response, {
      path: this.tree.pathOf(path),
      mimeType: file.mimeType ?? '',
      etag: file.hash,
      cacheControl: ALWAYS_ASK,
    });
  }
}

/** With its query. Browsers would remember it for ever, and follow it when the story is public no more. */
function leadOn(request: Request, response: Response, path: string): void {
  response.setHeader('Cache-Control', ALWAYS_ASK);
  const { search } = new URL(request.originalUrl, 'http://localhost');
  response.redirect(301, path + search);
}

function cacheControl(path: string): string {
  return path.startsWith(HASHED_ASSETS_FOLDER) ? FOR_EVER : ALWAYS_ASK;
}
