import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { formatWebVtt } from '../../../contract/transcripts/cues.js';
import type { ShowcaseVideo, ShowcaseVideoPage } from '../../../contract/videos/showcase.js';
import { AppError } from '../../../platform/http/app-error.js';
import type { ShowcasePageQueryDto } from './showcase.dto.js';
import { noSuchVideo, type ShowcaseVideoRow, toShowcaseVideo } from './showcase-video-row.js';
import { ShowcaseVideoRowsRepository, type Storyteller } from './showcase-video-rows.repository.js';

/** Showcase videos as staff read them. */
@Injectable()
export class ShowcaseVideosService {
  constructor(private readonly rows: ShowcaseVideoRowsRepository) {}

  /** Newest first. */
  async list(filter: { isApproved: boolean }): Promise<ShowcaseVideo[]> {
    return (await this.rows.findAll(filter)).map(toShowcaseVideo);
  }

  /** Those in which every word of `q` occurs, person after person. */
  async listPage({ list, q, userId, offset, size }: ShowcasePageQueryDto): Promise<ShowcaseVideoPage> {
    const words = q.replaceAll('\0', '').split(/\s+/u).filter(Boolean);
    const query = { isApproved: list === 'approved', words, participantId: userId ?? null, offset, size };
    const { rows, found, total } = await this.rows.findPage(query);
    const people = new Map(rows.map(({ participantId, ofPerson }) => [participantId, ofPerson]));
    return {
      videos: rows.map(toShowcaseVideo),
      people: Array.from(people, ([id, videos]) => ({ userId: id, videos })),
      found,
      total,
    };
  }

  /** Every approved video, the one approved last first. */
  async listByApproval(): Promise<ShowcaseVideo[]> {
    return (await this.rows.findApproved()).map(toShowcaseVideo);
  }

  /** Those with an approved video on a question, in the order in which they registered. */
  listStorytellers(): Promise<Storyteller[]> {
    return this.rows.findStorytellers();
  }

  async find(id: string): Promise<ShowcaseVideo> {
    return toShowcaseVideo(await this.require(id));
  }

  async captions(id: string): Promise<string> {
    const { cues } = await this.require(id);
    if (!cues) throw new AppError(404, 'no_captions', 'The transcript of this video has no times.');
    return formatWebVtt(cues);
  }

  /** @throws AppError 404 `showcase_video_not_found` */
  async require(id: string): Promise<ShowcaseVideoRow> {
    const video = isUUID(id) ? await this.rows.find(id) : null;
    if (!video) throw noSuchVideo();
    return video;
  }
}
