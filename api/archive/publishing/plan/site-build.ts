import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import type { PageRenderer, RenderedPage } from '../../../contract/pages.js';
import { contentHash, valueHash } from '../tree/content-hash.js';
import { listTree } from '../tree/list-tree.js';

/** A compiled file that pages load: scripts, styles, fonts, pictures. */
export interface BuildAsset {
  path: string;
  /** Absolute path in the build's folder. */
  from: string;
  hash: string;
}

/** The compiled site: what renders its pages, and the files that they load. */
export interface LoadedBuild {
  /** Changes with the build. */
  key: string;
  renderer: PageRenderer;
  /** For more pages than one thread should be kept busy with. */
  startThreads(): RendererThreads;
  assets: BuildAsset[];
}

/** Renders in threads of its own until it is disposed of. */
type RendererThreads = PageRenderer & AsyncDisposable;

/** The thread of the process has enough to do with the files that the pages become. */
const THREADS = Math.min(4, Math.max(1, os.availableParallelism() - 1));

/** Where the compiled site comes from. */
export abstract class SiteBuild {
  /** Loads the build once; later calls return the same. */
  abstract load(): Promise<LoadedBuild>;
}

/** The output of `astro build`: `client/` are files for browsers, `server/entry.mjs` renders the pages. */
export class CompiledSiteBuild extends SiteBuild {
  private loaded: Promise<LoadedBuild> | undefined;

  constructor(private readonly folder: string) {
    super();
  }

  async load(): Promise<LoadedBuild> {
    this.loaded ??= this.read();
    try {
      return await this.loaded;
    } catch (error) {
      // The build may be under way: the next run looks again.
      this.loaded = undefined;
      throw error;
    }
  }

  private async read(): Promise<LoadedBuild> {
    const [assets, server] = await Promise.all([this.filesOf('client'), this.filesOf('server')]);
    const entry = path.join(this.folder, 'server', 'entry.mjs');
    const { href } = pathToFileURL(entry);
    const renderer = (await import(href)) as PageRenderer;
    const key = valueHash([...assets, ...server].map((file) => [file.path, file.hash]));
    return { key, renderer, startThreads: () => startThreads(href), assets };
  }

  private async filesOf(folder: 'client' | 'server') {
    const files = [...(await listTree(path.join(this.folder, folder)))].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Promise.all(
      files.map(async ([name, { absolute }]) => ({
        path: name,
        from: absolute,
        hash: contentHash(await readFile(absolute)),
      })),
    );
  }
}

function startThreads(entry: string): RendererThreads {
  const pool = new Piscina<Parameters<PageRenderer['render']>[0], RenderedPage>({
    filename: entry,
    name: 'render' satisfies keyof PageRenderer,
    minThreads: THREADS,
    maxThreads: THREADS,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  });
  return { render: (page) => pool.run(page), [Symbol.asyncDispose]: () => pool.destroy() };
}
