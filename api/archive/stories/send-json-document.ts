import type { Request, Response } from 'express';
import type { JsonDocument } from './stories-document.js';

/** Answers with a prepared document, or with 304 to who has it already. */
export async function sendJsonDocument(request: Request, response: Response, document: JsonDocument): Promise<void> {
  const isBrotli = request.acceptsEncodings('br') !== false;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', `"${document.etag}${isBrotli ? '-br' : ''}"`);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const body = isBrotli ? await document.brotli() : document.json;
  if (isBrotli) response.setHeader('Content-Encoding', 'br');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
