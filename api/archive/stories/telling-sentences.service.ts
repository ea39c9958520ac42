import { Injectable } from '@nestjs/common';
import { tellingSentence, tellingWords } from '../../contract/sentences.js';
import { TellingSentencesRepository } from './telling-sentences.repository.js';

/** More than a stretch of the archive has. */
const VIDEOS_AT_A_TIME = 5_000;

/**
 * Finds for every public video the sentence that tells most. It is compared with what the people around it in the archive
 * say, once, when its own words have changed: whoever comes later changes nobody's sentence, and no page but their own.
 */
@Injectable()
export class TellingSentencesService {
  constructor(private readonly sentences: TellingSentencesRepository) {}

  /** For the videos that have none, and those whose words may have changed since. */
  async findMissing(): Promise<void> {
    for (;;) {
      const unread = await this.sentences.findUnread(VIDEOS_AT_A_TIME);
      const [first] = unread;
      if (!first) return;
      const transcripts = await this.sentences.findTranscripts(first.stretch);
      const words = transcripts.map(tellingWords);
      await this.sentences.save(
        unread.map(({ videoId, revision, transcript }) => ({
          videoId,
          revision,
          sentence: tellingSentence(transcript, words),
        })),
      );
    }
  }
}
