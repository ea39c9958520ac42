import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { createGramReader, type GramFile, GRAMS_FILE } from '../../../contract/search/gram-index.js';
import { searchableWords } from '../../../contract/search/nearest-words.js';
import { type SearchRecord, WORDS_FILE } from '../../../contract/search/search-index.js';
import { compress } from '../tree/compress.js';

const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/** What a browser needs of each shard. */
const INDEX_FILES = [/^pagefind-entry\.json$/, /\.pf_meta$/, /^fragment$/, /^index$/, /^filter$/];
/** What it needs once, and takes from the first shard. */
const PROGRAM_FILES = [/^pagefind\.js$/, /^pagefind-worker\.js$/, /^wasm\..+\.pagefind$/];

/** Reduces a folder as Pagefind writes it to what the site uses; scripts get compressed siblings. */
export async function tidyShard(folder: string, isFirst: boolean): Promise<void> {
  const desired = isFirst ? [...INDEX_FILES, ...PROGRAM_FILES] : INDEX_FILES;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (!desired.some((pattern) => pattern.test(name))) await rm(file, { recursive: true });
    else if (name.endsWith('.js')) await addCompressed(file);
  }
}

/** Adds the file that a search reads where no API is. */
export function addGrams(folder: string, bytes: Buffer): Promise<void> {
  return writeFile(path.join(folder, GRAMS_FILE), bytes);
}

/** Writes the words that are said, for those who look for a word that nobody says. */
export async function writeWords(folder: string, records: SearchRecord[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { content } of records) {
    for (const word of searchableWords(content)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word);
  await writeFile(path.join(folder, WORDS_FILE), await gzipped(JSON.stringify(words)));
}

/** The records in what `addGrams` wrote; null when they cannot be read. */
export async function readRecords(folder: string, file: GramFile): Promise<SearchRecord[] | null> {
  try {
    const bytes = await readFile(path.join(folder, GRAMS_FILE));
    const reader = createGramReader(file, async (from, to) => bytes.subarray(from, to));
    const records = await reader.records(Array.from({ length: file.answers }, (_, answer) => answer));
    return await Promise.all(
      records.map(async (record) => JSON.parse((await gunzipped(record)).toString()) as SearchRecord),
    );
  } catch {
    return null;
  }
}

async function addCompressed(file: string): Promise<void> {
  const compressed = await compress(file, await readFile(file), 'quick');
  if (!compressed) return;
  await writeFile(`${file}.br`, compressed.br);
  await writeFile(`${file}.gz`, compressed.gz);
}
