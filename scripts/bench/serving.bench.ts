import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ensureProgram } from '../lib/system-packages.mjs';
import { addWaitingStory, fillArchive, makePlayable } from './fill-archive.ts';
import { freePort } from '../lib/free-port.mjs';
import { Product } from './product.ts';
import { megabytes, show } from './report.ts';

const run = promisify(execFile);
const STORIES = 1_000;
const SECONDS = 5;
const TURNS = 3;
const VIDEO_BYTES = 200_000_000;
/** The server has a core of its own, and so has its load. */
const SERVER_CORE = ['taskset', '-c', '0'];
const LOAD = ['wrk', '-t1', '-c32', `-d${SECONDS}s`];
const LOAD_CORE = ['taskset', '-c', '1'];

/** Requests per second of one core: a story's page beside nginx, and the overview beside the same bytes as a file. */
export async function measureServing(): Promise<void> {
  for (const [program, name] of [
    ['wrk', 'wrk'],
    ['nginx', 'nginx-light'],
    ['taskset', 'util-linux'],
  ] as const) {
    if (!ensureProgram(program, name)) throw new Error(`This needs ${program}, which is not installed.`);
  }
  const product = await Product.prepare();
  try {
    await fillArchive(product, STORIES);
    await product.start({ prefix: SERVER_CORE });
    await aPage(product);
    await aVideo(product);
    await besideFile(product);
    await product.stop();
    await severalProcesses(product);
  } finally {
    await product.dispose();
  }
}

/** One, two and four that serve the same page, each under a load of its own, wherever the system puts them. */
async function severalProcesses(product: Product): Promise<void> {
  const { id, address } = await addWaitingStory(product, 'A page of several servers.');
  await product.start();
  await (await product.signInStaff()).send('PUT', `/api/admin/showcase-videos/${id}/approve`);
  const others: Awaited<ReturnType<Product['startBeside']>>[] = [];
  try {
    const rates: number[] = [];
    for (const processes of [1, 2, 4]) {
      while (others.length < processes - 1) others.push(await product.startBeside());
      const urls = [product, ...others].map(({ url }) => url + address);
      let best = 0;
      for (let turn = 0; turn < TURNS; turn++) {
        const each = await Promise.all(urls.map((url) => requestsPerSecond(url, [])));
        best = Math.max(
          best,
          each.reduce((sum, rate) => sum + rate, 0),
        );
      }
      rates.push(best);
    }
    const [one = Number.NaN, two = Number.NaN, four = Number.NaN] = rates;
    const cores = os.availableParallelism();
    show({
      what: `The same page from two web processes, beside one (${cores} cores, the load among them)`,
      ours: perSecond(two),
      peer: perSecond(one),
      ratio: two / one,
      goal: { atLeast: 1.2 },
    });
    show({
      what: `… from four, beside two`,
      ours: perSecond(four),
      peer: perSecond(two),
      ratio: four / two,
      goal: { atLeast: cores > 2 ? 1.2 : 0.9 },
    });
  } finally {
    for (const other of others) await other.stop();
  }
}

/** Beside nginx on the same tree, and beside the floor: the very same response from bare node:http. */
async function aPage(product: Product): Promise<void> {
  const { id, address } = await addWaitingStory(product, 'A page of some twenty kilobytes.');
  await (await product.signInStaff()).send('PUT', `/api/admin/showcase-videos/${id}/approve`);
  const nginx = await startNginx(treeOf(product));
  try {
    const { ours, peer } = await inTurns(product.url + address, `${nginx.url}${address}/`);
    show({
      what: 'A static page from one core, beside nginx on the same tree',
      ours: perSecond(ours),
      peer: perSecond(peer),
      ratio: ours / peer,
      goal: { atLeast: 0.4 },
    });
  } finally {
    await nginx.stop();
  }
  const floor = await startFloor(product.url + address);
  try {
    const { ours, peer } = await inTurns(product.url + address, floor.url);
    show({
      what: 'The same page, beside bare node:http with the same bytes and headers',
      ours: perSecond(ours),
      peer: perSecond(peer),
      ratio: ours / peer,
      goal: { atLeast: 0.9 },
    });
  } finally {
    floor.stop();
  }
}

/** A public video whole, and in ranges to many readers at once, beside nginx with sendfile on the same file. */
async function aVideo(product: Product): Promise<void> {
  const { id, mediaId } = await addWaitingStory(product, 'A long video.');
  await makePlayable(product, mediaId, randomBytes(VIDEO_BYTES));
  await (await product.signInStaff()).send('PUT', `/api/admin/showcase-videos/${id}/approve`);
  const nginx = await startNginx(treeOf(product));
  const address = `/media/${id}.mp4`;
  try {
    await besideNginx(product.url + address, nginx.url + address, '', 0.5);
    await product.stop();
    await product.start({ prefix: SERVER_CORE, settings: { TRUST_PROXY: '1', X_ACCEL_REDIRECT: '/published' } });
    const inFront = await startNginx(await handedOver(product));
    try {
      await besideNginx(inFront.url + address, nginx.url + address, ' handed over to nginx', 0.95);
    } finally {
      await inFront.stop();
    }
  } finally {
    await nginx.stop();
    await product.stop();
    await product.start({ prefix: SERVER_CORE });
  }
}

async function besideNginx(ours: string, peer: string, how: string, goal: number): Promise<void> {
  for (const { readers, rangeBytes, what } of [
    { readers: 1, rangeBytes: VIDEO_BYTES, what: `one reader of ${VIDEO_BYTES / 1e6} MB` },
    { readers: 50, rangeBytes: 1_000_000, what: '50 readers by Range of 1 MB' },
  ]) {
    const rates = { ours: 0, peer: 0 };
    for (let turn = 0; turn < TURNS; turn++) {
      rates.ours = Math.max(rates.ours, await bytesPerSecond(ours, readers, rangeBytes));
      rates.peer = Math.max(rates.peer, await bytesPerSecond(peer, readers, rangeBytes));
    }
    show({
      what: `Serving video${how}, ${what}, beside nginx with sendfile`,
      ours: `${megabytes(rates.ours)}/s`,
      peer: `${megabytes(rates.peer)}/s`,
      ratio: rates.ours / rates.peer,
      goal: { atLeast: goal },
    });
  }
}

const treeOf = ({ stateDir }: Product) => `root ${path.join(stateDir, 'site')}; index index.html;`;

/** What is told to those who put nginx in front. */
async function handedOver({ port, stateDir }: Product): Promise<string> {
  const guide = await readFile(path.join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8');
  return guide
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replaceAll('/var/lib/stories/site', path.join(stateDir, 'site'));
}

/** Read by a process of its own on the core of the load. */
async function bytesPerSecond(url: string, readers: number, rangeBytes: number): Promise<number> {
  const program = path.join(import.meta.dirname, 'readers.ts');
  const options = [url, String(readers), String(rangeBytes), String(VIDEO_BYTES), String(SECONDS)];
  const { stdout } = await run('taskset', ['-c', '1', process.execPath, program, ...options]);
  return Number(stdout);
}

async function startFloor(url: string): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const program = path.join(import.meta.dirname, 'floor.ts');
  const child = spawn('taskset', ['-c', '0', process.execPath, program, String(port), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

async function besideFile(product: Product): Promise<void> {
  const overview = `${product.url}/api/stories-overview`;
  await addFile(product, 'stories/overview.json', Buffer.from(await (await fetch(overview)).arrayBuffer()));
  const { ours, peer } = await inTurns(overview, `${product.url}/stories/overview.json`);
  show({
    what: `GET /api/stories-overview, ${STORIES} stories, beside the same JSON as a static file`,
    ours: perSecond(ours),
    peer: perSecond(peer),
    ratio: ours / peer,
    goal: { atLeast: 1 },
  });
}

/** Puts a file into the public tree, until the next publishing takes it away. */
async function addFile({ stateDir }: Product, treePath: string, bytes: Buffer): Promise<void> {
  const [br, gz] = [brotliCompressSync(bytes), gzipSync(bytes)];
  const place = path.join(stateDir, 'site', treePath);
  await Promise.all([writeFile(place, bytes), writeFile(`${place}.br`, br), writeFile(`${place}.gz`, gz)]);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const file = { kind: 'feed', inputs: hash, hash, bytes: bytes.length, br: br.length, gz: gz.length };
  await appendFile(path.join(stateDir, 'site-manifest.jsonl'), `${JSON.stringify({ set: treePath, file })}\n`);
}

/** The best of each, one after the other. */
async function inTurns(ourUrl: string, peerUrl: string): Promise<{ ours: number; peer: number }> {
  const best = { ours: 0, peer: 0 };
  for (let turn = 0; turn < TURNS; turn++) {
    best.ours = Math.max(best.ours, await requestsPerSecond(ourUrl));
    best.peer = Math.max(best.peer, await requestsPerSecond(peerUrl));
  }
  return best;
}

/** @param where what the load is started with */
async function requestsPerSecond(url: string, where = LOAD_CORE): Promise<number> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  await response.arrayBuffer();
  const [command, ...words] = [...where, ...LOAD, '-H', 'Accept-Encoding: gzip, br', url];
  const { stdout } = await run(command, words);
  if (stdout.includes('Non-2xx')) throw new Error(stdout);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** @param server what stands in its `server` block */
async function startNginx(server: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-nginx-'));
  const port = await freePort();
  const configuration = path.join(folder, 'nginx.conf');
  await writeFile(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {} http { include /etc/nginx/mime.types; access_log off; gzip_static on; sendfile on; etag on;
     open_file_cache max=1000; server { listen 127.0.0.1:${port}; ${server} } }`,
  );
  const nginx = spawn('taskset', ['-c', '0', 'nginx', '-c', configuration], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (nginx.exitCode !== null) throw new Error('nginx does not start.');
    await wait(50);
  }
  return {
    url,
    async stop() {
      nginx.kill('SIGQUIT');
      await rm(folder, { recursive: true });
    },
  };
}

const perSecond = (requests: number) => `${Math.round(requests)} a second`;
