import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { countWords, tellingSentence } from '../../contract/transcripts/sentences.js';
import { TellingSentencesRepository } from './telling-sentences.repository.js';

/** Whoever waits for an answer meanwhile is served between them. */
const VIDEOS_AT_A_TIME = 250;
/** Of those who stand nearby so many say which words are rare. */
const COMPARED_VIDEOS = 500;
/** What somebody holds is tried again: most let go at once. A run of publishing waits no longer for who deletes much. */
const TRIES = 10;
const AGAIN_MS = 50;

/**
 * Finds for every public video the sentence that tells most. It is compared with what the people around it in the archive
 * say, once, when its own words have changed: whoever comes later changes nobody's sentence, and no page but their own.
 */
@Injectable()
export class TellingSentencesService {
  constructor(private readonly sentences: TellingSentencesRepository) {}

  /**
   * For the videos that have none, and those whose words may have changed since.
   * @param participantIds of these people alone; absent: of everybody
   */
  async findMissing(participantIds?: string[]): Promise<void> {
    const unread = await this.sentences.findUnread(participantIds);
    for (const [stretch, videos] of Map.groupBy(unread, (video) => video.stretch)) {
      const nearby = countWords(await this.sentences.findTranscripts(stretch, COMPARED_VIDEOS));
      for (let at = 0; at < videos.length; at += VIDEOS_AT_A_TIME) {
        const ids = videos.slice(at, at + VIDEOS_AT_A_TIME).map(({ videoId }) => videoId);
        await this.find(ids, nearby);
      }
    }
  }

  private async find(videoIds: string[], nearby: ReturnType<typeof countWords>): Promise<void> {
    let ids = videoIds;
    for (let left = TRIES; left > 0 && ids.length > 0; left--) {
      if (left < TRIES) await pause(AGAIN_MS);
      const words = await this.sentences.findWords(ids);
      const saved = await this.sentences.save(
        words.map(({ videoId, revision, transcript }) => ({
          videoId,
          revision,
          sentence: tellingSentence(transcript, nearby),
        })),
      );
      ids = words.map(({ videoId }) => videoId).filter((id) => !saved.includes(id));
    }
  }
}
