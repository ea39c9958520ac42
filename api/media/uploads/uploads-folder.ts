import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';

/** The folder of files that are on their way. */
@Injectable()
export class UploadsFolder {
  /** Files of upload sessions, one each. */
  readonly sessions: string;
  /** Files that live as long as one request. */
  readonly temporary: string;

  constructor(config: AppConfig) {
    this.sessions = path.join(config.stateDir, 'uploads');
    this.temporary = path.join(this.sessions, 'temporary');
  }
}
