import os from 'node:os';
import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { MediaSandbox } from '../sandbox/media-sandbox.js';
import { findProgram } from '../sandbox/programs.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { FfmpegVideoTools } from './ffmpeg-video-tools.js';
import { runTool } from './run-tool.js';
import type { VideoTools } from './video-tools.js';

const ANSWER_TIMEOUT_MS = 10_000;

/** The video tools of this machine, looked for once. */
@Injectable()
export class FfmpegLocator {
  private found: Promise<VideoTools | null> | null = null;

  constructor(
    private readonly config: AppConfig,
    private readonly sandbox: MediaSandbox,
  ) {}

  /** Null when this machine has none. */
  open(): Promise<VideoTools | null> {
    this.found ??= this.find();
    return this.found;
  }

  /** @throws Error when this machine has none */
  async require(): Promise<VideoTools> {
    const tools = await this.open();
    if (!tools) throw new Error('There are no video tools on this machine.');
    return tools;
  }

  private async find(): Promise<VideoTools | null> {
    const { ffmpegPath, programFolders } = this.config;
    return findVideoTools(ffmpegPath === null ? programFolders : [ffmpegPath], await this.sandbox.open());
  }
}

/**
 * The video tools in one of `folders`, null when there are none that run behind the walls.
 * @param sandbox in which they run
 */
export async function findVideoTools(folders: readonly string[], sandbox: Sandbox): Promise<VideoTools | null> {
  const ffmpeg = findProgram('ffmpeg', folders);
  const ffprobe = findProgram('ffprobe', folders);
  if (!ffmpeg || !ffprobe) return null;
  const threads = toolThreads();
  const ask = (program: string, ...options: string[]) =>
    runTool({ sandbox, program, options: ['-hide_banner', ...options], threads, timeoutMs: ANSWER_TIMEOUT_MS });
  try {
    const [filters, help] = await Promise.all([ask(ffmpeg, '-filters'), ask(ffmpeg, '-h', 'long'), ask(ffprobe, '-L')]);
    return new FfmpegVideoTools({
      sandbox,
      ffmpeg,
      ffprobe,
      threads,
      knowsHdr: /\bzscale\b/.test(filters) && /\btonemap\b/.test(filters),
      frameTimingOption: help.includes('-fps_mode') ? '-fps_mode' : '-vsync',
    });
  } catch (error) {
    new Logger('Videos').error(
      `Uploaded videos are not shown to visitors, because their tools do not run: ${String(error)}`,
    );
    return null;
  }
}

/** One core stays free for the server. */
function toolThreads(): number {
  return Math.max(1, os.availableParallelism() - 1);
}
