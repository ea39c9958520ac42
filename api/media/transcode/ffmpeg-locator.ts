import os from 'node:os';
import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { MediaSandbox } from '../sandbox/media-sandbox.js';
import { findProgram } from '../sandbox/programs.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { type FfmpegInstallation, FfmpegVideoTools } from './ffmpeg-video-tools.js';
import { runTool } from './run-tool.js';
import type { VideoTools } from './video-tools.js';

const ANSWER_TIMEOUT_MS = 10_000;

export type FoundPrograms = Omit<FfmpegInstallation, 'knowsHdr' | 'frameTimingOption'>;

/** The video tools of this machine, looked for until they are found: as it starts they may take too long to answer. */
@Injectable()
export class FfmpegLocator {
  private found: Promise<VideoTools | null> | null = null;

  constructor(
    private readonly config: AppConfig,
    private readonly sandbox: MediaSandbox,
  ) {}

  /** Null when this machine has none. */
  async open(): Promise<VideoTools | null> {
    this.found ??= this.find();
    const { found } = this;
    const tools = await found.catch((error: unknown) => {
      if (this.found === found) this.found = null;
      throw error;
    });
    if (tools === null && this.found === found) this.found = null;
    return tools;
  }

  /** @throws Error when this machine has none */
  async require(): Promise<VideoTools> {
    const tools = await this.open();
    if (!tools) throw new Error('There are no video tools on this machine.');
    return tools;
  }

  private async find(): Promise<VideoTools | null> {
    const { ffmpegPath, programFolders } = this.config;
    const folders = ffmpegPath === null ? programFolders : [ffmpegPath];
    return findVideoTools(folders, await this.sandbox.open(), (programs) => this.ask(programs));
  }

  protected ask(programs: FoundPrograms): Promise<FfmpegInstallation> {
    return askPrograms(programs);
  }
}

/**
 * The video tools in one of `folders`, null when there are none that run behind the walls.
 * @param sandbox in which they run
 */
export async function findVideoTools(
  folders: readonly string[],
  sandbox: Sandbox,
  ask: (programs: FoundPrograms) => Promise<FfmpegInstallation> = askPrograms,
): Promise<VideoTools | null> {
  const ffmpeg = findProgram('ffmpeg', folders);
  const ffprobe = findProgram('ffprobe', folders);
  if (!ffmpeg || !ffprobe) return null;
  try {
    return new FfmpegVideoTools(await ask({ sandbox, ffmpeg, ffprobe, threads: toolThreads() }));
  } catch (error) {
    new Logger('Videos').error(
      `Uploaded videos are not shown to visitors, because their tools do not run: ${String(error)}`,
    );
    return null;
  }
}

/** What they are able to do. Rejects when one of them does not run. */
async function askPrograms(programs: FoundPrograms): Promise<FfmpegInstallation> {
  const { sandbox, ffmpeg, ffprobe, threads } = programs;
  const tell = (program: string, ...options: string[]) =>
    runTool({ sandbox, program, options: ['-hide_banner', ...options], threads, timeoutMs: ANSWER_TIMEOUT_MS });
  const [filters, help] = await Promise.all([
    tell(ffmpeg, '-filters'),
    tell(ffmpeg, '-h', 'long'),
    tell(ffprobe, '-L'),
  ]);
  return {
    ...programs,
    knowsHdr: /\bzscale\b/.test(filters) && /\btonemap\b/.test(filters),
    frameTimingOption: help.includes('-fps_mode') ? '-fps_mode' : '-vsync',
  };
}

/** One core stays free for the server. */
function toolThreads(): number {
  return Math.max(1, os.availableParallelism() - 1);
}
