import { Injectable } from '@nestjs/common';
import { FfmpegLocator, type FoundPrograms } from '../media/transcode/ffmpeg-locator.js';
import type { FfmpegInstallation } from '../media/transcode/ffmpeg-video-tools.js';

/** By their places: the machine stays the same for all specs of a process. */
const asked = new Map<string, Promise<FfmpegInstallation>>();

/** The video tools of this machine, which are asked once what they are able to do: to start one takes longer than most specs. */
@Injectable()
export class KnownVideoTools extends FfmpegLocator {
  protected override async ask(programs: FoundPrograms): Promise<FfmpegInstallation> {
    const key = `${programs.ffmpeg} and ${programs.ffprobe}`;
    // On a crowded machine they may not be told in time: all specs of this process would go without.
    const answer = asked.get(key) ?? super.ask(programs).catch(() => super.ask(programs));
    asked.set(key, answer);
    try {
      return { ...(await answer), ...programs };
    } catch (error) {
      asked.delete(key);
      throw error;
    }
  }
}
