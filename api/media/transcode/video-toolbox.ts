import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { MediaSandbox } from '../sandbox/media-sandbox.js';
import { findVideoTools } from './find-video-tools.js';
import type { VideoTools } from './video-tools.js';

/** The video tools of this machine, looked for once. */
@Injectable()
export class VideoToolbox {
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
