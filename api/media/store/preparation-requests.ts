import { Injectable } from '@nestjs/common';
import type { PreparationState } from '../../contract/preparation.js';

/** Where new videos are announced, between what keeps them and what prepares them. */
@Injectable()
export class PreparationRequests {
  private listeners: Record<'videos' | 'copies', (mediaIds: string[]) => void> | null = null;
  private isOff = false;

  /** The state that a new video starts in. */
  get firstState(): PreparationState {
    return this.isOff ? 'off' : 'waiting';
  }

  /** From now on new videos are not prepared. */
  turnOff(): void {
    this.isOff = true;
  }

  /** Two kinds of work are asked for: that all is made of `videos`, and only their `copies` for the public. */
  listen(listeners: Record<'videos' | 'copies', (mediaIds: string[]) => void>): void {
    this.listeners = listeners;
  }

  /** After the commit of new videos. */
  announce(mediaIds: string[]): void {
    if (mediaIds.length > 0) this.listeners?.videos(mediaIds);
  }

  /** After it is noted that they are wanted. */
  announceCopies(mediaIds: string[]): void {
    this.listeners?.copies(mediaIds);
  }
}
