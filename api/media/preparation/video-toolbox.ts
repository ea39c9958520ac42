import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config.js';
import { findVideoTools } from '../video/find-video-tools.js';
import type { VideoTools } from '../video/video-tools.js';

/** The video tools of this machine, looked for once. */
@Injectable()
export class VideoToolbox {
  private found: Promise<VideoTools | null> | null = null;

  constructor(private readonly config: AppConfig) {}

  /** Null when this machine has none. */
  open(): Promise<VideoTools | null> {
    const { ffmpegPath, programFolders } = this.config;
    const tools = ffmpegPath === null ? programFolders : [ffmpegPath];
    this.found ??= findVideoTools({ tools, system: programFolders });
    return this.found;
  }
}
