import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/app-config.js';
import { TRANSCRIPTION_TIMEOUT_MS } from '../../../contract/common/limits.js';
import type { DraftCue } from '../../../contract/transcripts/transcript-drafts.js';
import { toDraftCues } from './to-draft-cues.js';

const ENDPOINT = '/audio/transcriptions';
/** Refusals that another try may change. */
const PASSING = new Set([408, 425, 429]);

/** Of one call. OpenAI takes 25 MiB, others as much or more. */
export const TRANSCRIBED_MAX_BYTES = 24 * 1024 * 1024;

/** The service will not transcribe this, however often it is asked. */
export class TranscriptionRefused extends Error {}

@Injectable()
export class Transcriber {
  constructor(private readonly config: AppConfig) {}

  get isSetUp(): boolean {
    return this.config.transcribeUrl !== null;
  }

  /**
   * @throws TranscriptionRefused when it cannot be transcribed; any other error when it may work later
   */
  async transcribe(wave: Blob, signal: AbortSignal): Promise<DraftCue[]> {
    const { transcribeUrl, transcribeKey, transcribeModel } = this.config;
    const fields = {
      model: transcribeModel,
      response_format: 'verbose_json',
      'timestamp_granularities[]': 'segment',
    };
    const { status, body } = await post(endpointOf(transcribeUrl!), toForm(fields, wave), {
      headers: transcribeKey ? { Authorization: `Bearer ${transcribeKey}` } : {},
      signal: AbortSignal.any([signal, AbortSignal.timeout(TRANSCRIPTION_TIMEOUT_MS)]),
    });
    if (status < 200 || status > 299) throw failure(status);
    const cues = toDraftCues(parse(body));
    if (!cues) throw new TranscriptionRefused('The transcription service gave an answer without timed lines.');
    return cues;
  }
}

/** `TRANSCRIBE_URL` may be a server, its `/v1`, or the whole address. */
export function endpointOf(configured: string): URL {
  const url = new URL(configured);
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith(ENDPOINT)) url.pathname = `${path.endsWith('/v1') ? path : `${path}/v1`}${ENDPOINT}`;
  return url;
}

/** The form as it goes over the line, without the sound being read into memory. */
function toForm(fields: Record<string, string>, wave: Blob): Blob {
  const boundary = randomUUID();
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`);
  const file = `${part('file')}; filename="sound.wav"\r\nContent-Type: ${wave.type}\r\n\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  return new Blob([...texts, file, wave, `\r\n--${boundary}--\r\n`], { type });
}

/**
 * `fetch` gives up where nothing has come back for five minutes, and such a service says nothing before it is done. The
 * sound goes nowhere but to the service that was set up: no redirect is followed.
 */
async function post(
  url: URL,
  form: Blob,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<{ status: number; body: string }> {
  const { request } = url.protocol === 'https:' ? https : http;
  const sending = request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': form.type, 'Content-Length': form.size },
    signal,
  });
  const responding = once(sending, 'response');
  // A service may refuse before it has everything; what fails before any answer fails the answer, too.
  pipeline(form.stream(), sending).catch(() => undefined);
  try {
    const [response] = (await responding) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  } finally {
    // Nothing of the voice goes on to a service that has answered.
    sending.destroy();
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function failure(status: number): Error {
  const message = `The transcription service answered ${status}.`;
  const isTransient = status < 400 || status >= 500 || PASSING.has(status);
  return isTransient ? new Error(message) : new TranscriptionRefused(message);
}
