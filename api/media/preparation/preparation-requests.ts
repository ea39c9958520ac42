import { Injectable } from '@nestjs/common';
import type { PreparationState } from '../../contract/preparation.js';

/** Where new videos are announced, between what keeps them and what prepares them. */
@Injectable()
export class PreparationRequests {
  private listener: ((mediaIds: string[]) => void) | null = null;
  private isOff = false;

  /** The state that a new video starts in. */
  get firstState(): PreparationState {
    return this.isOff ? 'off' : 'waiting';
  }

  /** From now on new videos are not prepared. */
  turnOff(): void {
    this.isOff = true;
  }

  listen(listener: (mediaIds: string[]) => void): void {
    this.listener = listener;
  }

  /** After the commit of new videos. */
  announce(mediaIds: string[]): void {
    if (mediaIds.length > 0) this.listener?.(mediaIds);
  }
}
