import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/**
 * Stands in every copy of the site. Only its owner may read it; but places that know no such thing show it to everybody, so
 * that it names no story that is found by its link alone.
 */
export const EXPORT_MANIFEST = '.export.json';

const PATH_KEY = /^[\w-]{43}$/;

const manifest = z.object({
  /** Of this copy, wherever it is moved. */
  id: z.uuid(),
  name: z.string(),
  /** The stories that it holds: each by the id under which it is public. */
  stories: z.array(z.object({ id: z.uuid() })),
  /** Stories that it held, and that were taken back since; ISO 8601. Nothing tells whose they were. */
  withdrawn: z.array(z.object({ id: z.uuid(), at: z.string() })),
  /** Every file and folder of it that is ours, by `pathKey`, with the hash of what it holds; null while it is being written. */
  files: z.record(z.string(), z.string().nullable()).transform((files) =>
    // An earlier version has noted the paths themselves.
    Object.fromEntries(Object.entries(files).map(([key, hash]) => [PATH_KEY.test(key) ? key : pathKey(key), hash])),
  ),
});

export type ExportManifest = z.infer<typeof manifest>;

/** Stands for a path in a copy; that of a folder ends in a slash. Some systems list a name in another form than it was given. */
export function pathKey(name: string): string {
  return createHash('sha256').update(name.normalize()).digest('base64url');
}

/** Null where there is none, or one that cannot be read: copies that an earlier version made have none. */
export async function readExportManifest(folder: string): Promise<ExportManifest | null> {
  try {
    const parsed = manifest.safeParse(JSON.parse(await readFile(path.join(folder, EXPORT_MANIFEST), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all. */
export async function writeExportManifest(folder: string, content: ExportManifest): Promise<void> {
  const file = path.join(folder, EXPORT_MANIFEST);
  await writeFile(`${file}.new`, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
