import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { GRAMS_FILE } from '../../api/contract/search/gram-index.ts';
import { readFiles } from '../../api/testing/site-files.ts';

/** What differs between two trees of the same stories: when something was approved or made. */
const TIMES =
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)|\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d (GMT|\+0000)/g;
const TEXTS = /\.(html|xml|json|txt|vtt|js|css|webmanifest)$/;
/** Each time of being public has an id of its own in the feed, and its end is told there for months. */
const TOLD = /\s*<at:deleted-entry ref="urn:uuid:[\da-f-]+" when="[^"]*"\/>/g;
const IDS = /urn:uuid:[\da-f-]{36}/g;
/** Parts of the search index that are no longer listed stay a while for open pages. */
const SHARD = /^pagefind\/[\da-f]{8,}\//;

interface Shards {
  shards: string[];
}

/** Every file by its path, as hash; times in texts count for nothing, and compressed siblings as what they hold. */
export async function describeTree(root: string): Promise<Map<string, string>> {
  const files = await readFiles(root);
  const listed = listedShards(files);
  const described = new Map<string, string>();
  for (const [file, bytes] of files) {
    const shard = SHARD.exec(file)?.[0];
    if (shard !== undefined && !listed.has(shard)) continue;
    described.set(file, hashOf(file, bytes));
  }
  return described;
}

/** What is broken for whoever reads the tree as it lies there. */
export async function brokenIn(root: string): Promise<string[]> {
  const files = await readFiles(root);
  const broken: string[] = [];
  for (const [file, bytes] of files) {
    try {
      const text = decode(file, bytes);
      if (/\.html(\.br|\.gz)?$/.test(file) && !text.toString().trimEnd().endsWith('</html>'))
        broken.push(`${file}: cut`);
      if (/\.json(\.br|\.gz)?$/.test(file)) JSON.parse(text.toString());
    } catch (error) {
      broken.push(`${file}: ${String(error)}`);
    }
  }
  for (const shard of listedShards(files)) {
    for (const name of ['pagefind-entry.json', GRAMS_FILE]) {
      if (!existsSync(path.join(root, shard, name))) broken.push(`${shard} is listed without its ${name}`);
    }
  }
  return broken;
}

/** Differences in words, none for equal trees. */
export function differences(expected: Map<string, string>, found: Map<string, string>): string[] {
  const paths = new Set([...expected.keys(), ...found.keys()]);
  return [...paths].flatMap((file) => {
    if (expected.get(file) === found.get(file)) return [];
    if (!found.has(file)) return [`${file} is missing`];
    return [`${file} ${expected.has(file) ? 'differs' : 'is too many'}`];
  });
}

function listedShards(files: Map<string, Buffer>): Set<string> {
  const list = files.get('pagefind/shards.json');
  if (!list) return new Set();
  const { shards } = JSON.parse(list.toString()) as Shards;
  return new Set(shards.map((folder) => folder.slice(1)));
}

function hashOf(file: string, bytes: Buffer): string {
  const plain = decode(file, bytes);
  const isText = TEXTS.test(file.replace(/\.(br|gz)$/, ''));
  const compared = isText ? timeless(file, plain.toString()) : plain;
  return createHash('sha256').update(compared).digest('hex');
}

function timeless(file: string, text: string): string {
  const words = file.startsWith('stories/feed') ? text.replaceAll(TOLD, '').replaceAll(IDS, 'an id') : text;
  return words.replaceAll(TIMES, 'a time');
}

/** @throws Error where it is compressed and cut */
export function decode(file: string, bytes: Buffer): Buffer {
  if (file.endsWith('.br')) return brotliDecompressSync(bytes);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}
