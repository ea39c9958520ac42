import { Injectable } from '@nestjs/common';
import { AfterCommit } from '../../platform/jobs/after-commit.js';

/** Something new has been made of the video that is kept as the media file with this id. */
@Injectable()
export class RenditionReady extends AfterCommit<string> {}
