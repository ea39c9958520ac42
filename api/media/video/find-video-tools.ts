import { confinement, findProgram, toolThreads } from './confinement.js';
import { FfmpegVideoTools } from './ffmpeg-video-tools.js';
import { runTool } from './run-tool.js';
import type { VideoTools } from './video-tools.js';

const ANSWER_TIMEOUT_MS = 10_000;

export interface ToolFolders {
  /** Where `ffmpeg` and `ffprobe` are looked for. */
  tools: readonly string[];
  /** Where the system's own programs are. */
  system: readonly string[];
}

/** The video tools of this machine, null when there are none that run. */
export async function findVideoTools({ tools, system }: ToolFolders): Promise<VideoTools | null> {
  const ffmpeg = findProgram('ffmpeg', tools);
  const ffprobe = findProgram('ffprobe', tools);
  if (!ffmpeg || !ffprobe) return null;
  for (const limits of [confinement(system), []]) {
    const [filters, help] = await Promise.all([
      ask([...limits, ffmpeg, '-hide_banner', '-filters']),
      ask([...limits, ffmpeg, '-hide_banner', '-h', 'long']),
    ]);
    if (filters === null || help === null) continue;
    return new FfmpegVideoTools({
      ffmpeg,
      ffprobe,
      confinement: limits,
      threads: toolThreads(),
      knowsHdr: /\bzscale\b/.test(filters) && /\btonemap\b/.test(filters),
      frameTimingOption: help.includes('-fps_mode') ? '-fps_mode' : '-vsync',
    });
  }
  return null;
}

async function ask(command: string[]): Promise<string | null> {
  try {
    return await runTool({ command: command as [string, ...string[]], timeoutMs: ANSWER_TIMEOUT_MS });
  } catch {
    return null;
  }
}
