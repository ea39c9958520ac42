import { Injectable } from '@nestjs/common';
import type { PreparationState } from '../../contract/media/preparation.js';
import { CommittedEvent } from '../../platform/jobs/committed-event.js';

/** What is asked of transcoding, by the ids of media: told to whoever does it, and found in the tables by whoever was away. */
@Injectable()
export class TranscodeRequests {
  /** New videos, of which all is to be made. */
  readonly videos = new CommittedEvent<string[]>();
  /** Videos of which the public needs a copy now. */
  readonly copies = new CommittedEvent<string[]>();
  private isOff = false;

  /** The state that a new video starts in. */
  get firstState(): PreparationState {
    return this.isOff ? 'off' : 'waiting';
  }

  /** Where it is off, new videos stay as they came from now on. */
  turn(to: 'on' | 'off'): void {
    this.isOff = to === 'off';
  }
}
