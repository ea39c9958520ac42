import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { AppConfig } from '../../../platform/config/app-config.js';
import { SiteEdge } from './site-edge.js';

/** Takes every connection, and never says anything. */
let silent: Server;
let folder: string;
beforeEach(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(path.join(os.tmpdir(), 'edge-'));
});
afterEach(async () => {
  silent.closeAllConnections();
  silent.close();
  await rm(folder, { recursive: true });
});

const edgeWith = (sitePurge: Partial<AppConfig['sitePurge']>) => {
  const siteUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const config = { siteUrl, sitePurge: { url: null, token: null, command: null, ...sitePurge } } as AppConfig;
  const edge = new SiteEdge(config);
  Object.assign(edge.timeouts, { purgeMs: 300, fetchMs: 100 } satisfies Partial<SiteEdge['timeouts']>);
  return { edge, siteUrl };
};

describe('what delivers the site is not waited for for ever', () => {
  it('where it takes what is to be forgotten, and says nothing', async () => {
    const { siteUrl } = edgeWith({});
    await expect(edgeWith({ url: siteUrl }).edge.purge(['a'], true)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('where the program that tells it does not end, nor what that has started', async () => {
    const command = path.join(folder, 'purge');
    await writeFile(command, '#!/bin/sh\nsleep 600\n');
    await chmod(command, 0o700);
    await expect(edgeWith({ command }).edge.purge(['a'], true)).rejects.toThrow(`${command} took too long.`);
  });

  it('where it shows nothing', async () => {
    await expect(edgeWith({}).edge.untilShown([['a', null]], false)).rejects.toMatchObject({ code: 'NOT_SHOWN' });
  });
});
