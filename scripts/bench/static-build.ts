import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { InterviewQuestion } from '../../api/contract/interview/questions.ts';
import type { StoryOverviewItem } from '../../api/contract/stories/stories.ts';
import { ROOT } from '../lib/root.mjs';
import { measureCommand } from './processes.ts';

const run = (program: string, args: string[], env?: Record<string, string>) =>
  measureCommand(process.execPath, [path.join(ROOT, 'node_modules', program), ...args], env);

/** The peer of publishing: the same pages by `astro build`, indexed by Pagefind's command line. */
export class StaticBuild {
  private readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Takes the public stories of a running product as its content. */
  static async of(url: string): Promise<StaticBuild> {
    const build = new StaticBuild(await mkdtemp(path.join(os.tmpdir(), 'stories-peer-')));
    const items = await read<StoryOverviewItem[]>(`${url}/api/stories-overview`);
    const questions = await read<InterviewQuestion[]>(`${url}/api/questions`);
    await writeFile(path.join(build.folder, 'stories.json'), JSON.stringify({ items, questions }));
    return build;
  }

  /** Returns the seconds of both commands one after the other, and the higher of their peaks. */
  async run({ incremental }: { incremental: boolean }): Promise<{ seconds: number; peakBytes: number }> {
    const out = path.join(this.folder, 'out');
    const built = await run('astro/bin/astro.mjs', ['build', '--config', 'scripts/bench/peer-site/astro.config.mjs'], {
      ASTRO_TELEMETRY_DISABLED: '1',
      BENCH_STORIES: path.join(this.folder, 'stories.json'),
      BENCH_OUT: out,
      BENCH_CACHE: path.join(this.folder, 'cache'),
      BENCH_INCREMENTAL: incremental ? '1' : '',
    });
    const indexed = await run('pagefind/lib/runner/bin.cjs', ['--site', out]);
    return { seconds: built.seconds + indexed.seconds, peakBytes: Math.max(built.peakBytes, indexed.peakBytes) };
  }

  dispose(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

async function read<T>(address: string): Promise<T> {
  return (await fetch(address)).json() as Promise<T>;
}
