import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { S3Access } from '../platform/config/s3-place.js';

const BUCKET = 'stories';
const REGION = 'us-east-1';
/**
 * Tells its port once it listens. It takes an encoded slash within a query for another one, and such signatures for wrong;
 * and a range that ends with the first byte for one without an end.
 */
const PROGRAM = `
  const S3rver = require('@20minutes/s3rver');
  const [directory, bucket] = process.argv.slice(1);
  const options = { directory, port: 0, silent: true, allowMismatchedSignatures: true };
  const server = new S3rver({ ...options, configureBuckets: [{ name: bucket }] });
  const getObject = server.store.getObject.bind(server.store);
  server.store.getObject = (from, key, range) => getObject(from, key, range?.end === 0 ? { ...range, end: '0' } : range);
  server.run().then(({ port }) => console.log(String(port)));
`;

export interface TestS3 {
  access: S3Access;
  bucket: string;
  stop(): Promise<void>;
}

/**
 * A server that speaks S3, with a bucket: a small one that is started here, whose keys are in the environment from now on;
 * or the one of `TEST_S3_ENDPOINT`, whose keys are there already.
 */
export async function startS3(): Promise<TestS3> {
  const endpoint = process.env.TEST_S3_ENDPOINT;
  if (endpoint) return { access: { endpoint, region: REGION }, bucket: BUCKET, stop: async () => {} };
  const folder = await mkdtemp(path.join(os.tmpdir(), 's3-'));
  const server = spawn(process.execPath, ['--eval', PROGRAM, folder, BUCKET], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const [port] = (await once(createInterface(server.stdout), 'line')) as [string];
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  return {
    access: { endpoint: `http://127.0.0.1:${port}`, region: REGION },
    bucket: BUCKET,
    stop: async () => {
      server.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
