import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Stands in every copy of the site; web servers have no reason to show it, and only its owner may read it. */
export const EXPORT_MANIFEST = '.export.json';

const manifest = z.object({
  /** Of this copy, wherever it is moved. */
  id: z.uuid(),
  name: z.string(),
  /** The stories that it holds: each by the id under which it is public, and its file. */
  stories: z.array(z.object({ id: z.uuid(), file: z.string() })),
  /** Stories that it held, and that were taken back since; ISO 8601. Nothing tells whose they were. */
  withdrawn: z.array(z.object({ id: z.uuid(), at: z.string() })),
  /** Every file and folder of it that is ours, with the hash of what it holds; null while it is being written. */
  files: z.record(z.string(), z.string().nullable()),
});

export type ExportManifest = z.infer<typeof manifest>;

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
