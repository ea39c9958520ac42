import { Injectable } from '@nestjs/common';
import type { OwnThing } from '../../contract/stories/my-story.js';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { originalFileName } from '../../media/store/original-file-name.js';
import { AnswerPiecesService } from '../../people/interview/answer-pieces.service.js';
import { AnswersService } from '../../people/interview/answers.service.js';
import { QuestionsService } from '../../people/interview/questions.service.js';
import { UnclaimedBeginnings } from '../../people/participants/unclaimed-beginnings.service.js';
import { emailUnproven, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { PhotosService } from '../../people/photos/photos.service.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';
import { ShowcaseFilesService } from '../videos/catalogue/showcase-files.service.js';
import { noSuchVideo, type ShowcaseVideoRow } from '../videos/catalogue/showcase-video-row.js';

/** The files that there are of a person, for that person to watch and take along. */
@Injectable()
export class OwnThings {
  constructor(
    private readonly beginnings: UnclaimedBeginnings,
    private readonly answers: AnswersService,
    private readonly pieces: AnswerPiecesService,
    private readonly questions: QuestionsService,
    private readonly photos: PhotosService,
    private readonly personVideos: PersonVideosService,
    private readonly files: ShowcaseFilesService,
  ) {}

  /** @throws AppError 404 `showcase_video_not_found`, also for the video of somebody else */
  async findPlayable(person: SignedInParticipant, videoId: string): Promise<MediaFile> {
    return this.files.findPlayable((await this.requireVideo(person, videoId)).id);
  }

  async findPoster(person: SignedInParticipant, videoId: string): Promise<MediaFile> {
    return this.files.findPoster((await this.requireVideo(person, videoId)).id);
  }

  /** As it came, named after what it is. */
  async findOriginal(
    person: SignedInParticipant,
    what: OwnThing,
    id: string,
  ): Promise<{ file: MediaFile; downloadName: string }> {
    if (what === 'video') return this.files.findOriginal((await this.requireVideo(person, id)).id);
    if (what === 'photo') {
      const { originalMedia, originalName } = await this.photos.requireOwn(person.id, id);
      return { file: originalMedia, downloadName: originalFileName(originalName, originalMedia.mimeType) };
    }
    return this.findAnswerOriginal(person, id);
  }

  /** Of the answer, or of one piece of it. */
  async findAnswerOriginal(
    person: SignedInParticipant,
    id: string,
    pieceId?: string,
  ): Promise<{ file: MediaFile; downloadName: string }> {
    const answer = await this.answers.requireOwn(person.id, id);
    const question = (await this.questions.findPlaces()).get(answer.questionId);
    return this.pieces.findOriginal(answer, `question-${question}`, pieceId);
  }

  private async requireVideo(person: SignedInParticipant, videoId: string): Promise<ShowcaseVideoRow> {
    if (!person.isProven) throw emailUnproven();
    if (await this.beginnings.find(person.id)) throw noSuchVideo();
    const video = (await this.personVideos.listOf(person.id)).find(({ id }) => id === videoId);
    if (!video) throw noSuchVideo();
    return video;
  }
}
