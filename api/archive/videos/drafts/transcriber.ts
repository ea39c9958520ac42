import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/app-config.js';
import { TRANSCRIPTION_TIMEOUT_MS } from '../../../contract/limits.js';
import type { DraftCue } from '../../../contract/transcript-drafts.js';
import { toDraftCues } from './to-draft-cues.js';

const ENDPOINT = '/audio/transcriptions';
/** Refusals that another try may change. */
const PASSING = new Set([408, 425, 429]);

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
    const form = new FormData();
    const { transcribeKey, transcribeModel } = this.config;
    form.set('model', transcribeModel);
    form.set('response_format', 'verbose_json');
    form.set('timestamp_granularities[]', 'segment');
    form.set('file', wave, 'sound.wav');
    const response = await fetch(endpointOf(this.config.transcribeUrl!), {
      method: 'POST',
      body: form,
      headers: transcribeKey ? { Authorization: `Bearer ${transcribeKey}` } : {},
      // The sound goes nowhere but to the service that was set up.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TRANSCRIPTION_TIMEOUT_MS)]),
    });
    if (!response.ok) throw failure(response.status);
    const cues = toDraftCues(await response.json().catch(() => null));
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

function failure(status: number): Error {
  const message = `The transcription service answered ${status}.`;
  const isTransient = status >= 500 || PASSING.has(status);
  return isTransient ? new Error(message) : new TranscriptionRefused(message);
}
