import { getMetadataArgsStorage } from 'typeorm';
import { Answer } from '../../people/interview/answer.entity.js';
import { WrittenAnswer } from '../../people/interview/written-answer.entity.js';
import { Photo } from '../../people/photos/photo.entity.js';
import { ShowcaseVideo } from '../videos/catalogue/showcase-video.entity.js';

/** Of what people made and were made: what their own download tells, and what only the server goes by. */
const FIELDS = [
  {
    entity: ShowcaseVideo,
    told: ['title', 'description', 'transcript', 'videoUrl', 'mediaId', 'approvedAt'],
    // The words of the captions are the transcript.
    own: [
      'id',
      'participantId',
      'questionId',
      'writtenAnswerId',
      'cues',
      'filename',
      'isApproved',
      'createdAt',
      'revision',
      'changedAt',
      'movedAt',
    ],
  },
  {
    entity: Answer,
    told: ['questionId', 'mediaId', 'title', 'isChosen'],
    own: [
      'id',
      'participantId',
      'uploadId',
      'durationHint',
      'createdAt',
      'helperLinkId',
      'helperName',
      'isSetApart',
      'piecesRevision',
      'joinedRevision',
      'joinAttempts',
      'joinFailures',
      'joinDueAt',
      'joinProblem',
    ],
  },
  {
    entity: WrittenAnswer,
    told: ['questionId', 'text', 'helperLinkId', 'helperName'],
    own: ['id', 'participantId', 'revision', 'createdAt', 'changedAt', 'isSetApart', 'joinedIds'],
  },
  {
    entity: Photo,
    told: ['originalMediaId', 'originalName', 'description'],
    own: ['id', 'participantId', 'uploadId', 'filename', 'createdAt', 'helperLinkId', 'helperName', 'isSetApart'],
  },
];

describe('a new field of what a person made', () => {
  it.each(FIELDS)(
    'is told in their download, or known as the server’s own: of $entity.name',
    ({ entity, told, own }) => {
      const columns = getMetadataArgsStorage().filterColumns(entity);
      expect(columns.map(({ propertyName }) => propertyName).toSorted()).toEqual([...told, ...own].toSorted());
    },
  );
});
