import type { Request } from 'express';
import type { SiteResource } from './site-lookup.js';

/** One of the forms in which a file is kept. */
export interface ResourceVariant {
  /** Its path in the tree. */
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
export function chooseVariant(request: Request, { path, file }: SiteResource): ResourceVariant {
  const hasBoth = file.kind === 'shard' && SEARCH_SCRIPT.test(path);
  if ((hasBoth || file.br !== undefined) && request.acceptsEncodings('br')) {
    return { path: `${path}.br`, encoding: 'br', bytes: file.br ?? null, etag: `${file.hash}-br` };
  }
  if ((hasBoth || file.gz !== undefined) && request.acceptsEncodings('gzip')) {
    return { path: `${path}.gz`, encoding: 'gzip', bytes: file.gz ?? null, etag: `${file.hash}-gz` };
  }
  return { path, encoding: null, bytes: file.kind === 'shard' ? null : file.bytes, etag: file.hash };
}
