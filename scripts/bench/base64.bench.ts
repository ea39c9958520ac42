import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { RegisterResponse } from '../../api/contract/people/participants.ts';
import { Client } from '../lib/client.ts';
import { watchMemory } from './processes.ts';
import { freePort } from '../lib/free-port.mjs';
import { Product } from './product.ts';
import { megabytes, show } from './report.ts';
import { timed } from './timed.ts';

const ANSWER_BYTES = 60_000_000;
const TURNS = 3;
/** A head that every reader takes for an MP4's. */
const MP4_HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\x08moov\0\0\0\0mdat', 'latin1');

/** An answer of 60 MB as SPEC's base64, durable at the response, beside what a server of Express does with `express.json`. */
export async function measureBase64(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-json-'));
  const product = await Product.prepare();
  const peer = await startJsonPeer(folder);
  try {
    await product.start();
    const participant = new Client(product.url);
    const person = { firstName: 'Anna', lastName: 'Example', email: 'anna@example.org' };
    await participant.send<RegisterResponse>('POST', '/api/register', person);
    const body = Buffer.from(JSON.stringify({ questionId: 1, title: 'An answer', videoData: anAnswer() }));
    const ours = (): Promise<void> => post(`${product.url}/api/videos/upload-cloud`, body, participant.headers);
    const theirs = (): Promise<void> => post(peer.url, body, {});

    const times = { ours: [] as number[], peer: [] as number[] };
    const memory = { ours: watchMemory(product.pid), peer: watchMemory(peer.pid) };
    const before = { ours: memory.ours.now(), peer: memory.peer.now() };
    for (let turn = 0; turn < TURNS; turn++) {
      times.peer.push(await timed(theirs));
      times.ours.push(await timed(ours));
    }
    const added = { ours: memory.ours.stop() - before.ours, peer: memory.peer.stop() - before.peer };
    const best = { ours: Math.min(...times.ours), peer: Math.min(...times.peer) };
    show({
      what: `A base64 answer of ${ANSWER_BYTES / 1e6} MB, beside express.json (best of ${TURNS})`,
      ours: `${best.ours.toFixed(2)} s`,
      peer: `${best.peer.toFixed(2)} s`,
      ratio: best.peer / best.ours,
      goal: { atLeast: 2 },
    });
    show({
      what: 'Memory that such an answer adds, beside express.json',
      ours: megabytes(added.ours),
      peer: megabytes(added.peer),
      ratio: added.ours / added.peer,
      goal: { atMost: 0.25 },
    });
  } finally {
    peer.stop();
    await product.dispose();
    await rm(folder, { recursive: true });
  }
}

function anAnswer(): string {
  const bytes = Buffer.alloc(ANSWER_BYTES);
  MP4_HEAD.copy(bytes);
  return `data:video/mp4;base64,${bytes.toString('base64')}`;
}

async function post(url: string, body: Buffer<ArrayBuffer>, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function startJsonPeer(folder: string): Promise<{ url: string; pid: number; stop(): void }> {
  const port = await freePort();
  const program = path.join(import.meta.dirname, 'receivers.ts');
  const child = spawn(process.execPath, [program, 'json', String(port), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.kill() };
}
