import { readFileSync } from 'node:fs';
import path from 'node:path';
import { adminAnswerPath, adminPiecePath, userAnswersPath } from './staff/admin-answers.js';
import {
  adminPhotoPath,
  adminVideoPath,
  adminVideoPreparationPath,
  adminPhotoDataPath,
  ALL_USERS_PATH,
  deleteUserPath,
  markUserDonePath,
  originalPhotoPath,
  PHOTO_SUMMARY_PATH,
  senderPhotosPath,
  SENDERS_PATH,
  userNamesPath,
  userPath,
  userPhotosPath,
} from './staff/admin-participants.js';
import {
  answerPiecePath,
  answerPiecesPath,
  answerPosterPath,
  ANSWERS_PATH,
  answerStreamPath,
  chooseAnswerPath,
  SAVE_ANSWER_PATH,
} from './interview/answers.js';
import { CONSENT_PATH, CONSENT_SOUND_STREAM_PATH } from './consent/consent.js';
import { HELP_API } from './people/helpers.js';
import { MY_STORY_API, ownOriginalPath, ownPieceOriginalPath, STORY_DOWNLOAD_PATH } from './stories/my-story.js';
import {
  CURRENT_USER_PATH,
  LOGOUT_PATH,
  PROGRESS_STATS_PATH,
  REGISTER_PATH,
  REOPEN_PATH,
  UNCLAIMED_PATH,
  USER_STATUS_PATH,
} from './people/participants.js';
import { PHOTOS_PATH, photoStreamPath } from './people/photos.js';
import { PUBLIC_UPLOAD_API } from './people/public-uploads.js';
import { QUESTIONS_PATH } from './interview/questions.js';
import { REDIRECTS_PATH } from './interview/redirects.js';
import { RELEASE_LINK_API } from './videos/releases.js';
import { SEARCH_DATA_PATH } from './search/search-answer.js';
import { SHOWCASE_VIDEOS_PATH, showcaseVideoPath } from './videos/showcase.js';
import { userStoryPath } from './stories/story-slug.js';
import { UPLOAD_ROOM_PATH, uploadPaths, UPLOADS_PATH } from './media/uploads.js';

const { paths } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../openapi.json'), 'utf8')) as {
  paths: Record<string, object>;
};
/** As the API describes its routes, whatever it calls what stands in them. */
const routes = Object.keys(paths).map((route) => route.replaceAll(/\{[^}]+\}/g, 'an-id'));

describe('a path that screens ask the API for', () => {
  it.each([
    userAnswersPath,
    (id: string) => `${adminAnswerPath(id)}/stream`,
    (id: string) => `${adminPiecePath(id, id)}/stream`,
    (id: string) => `${adminPiecePath(id, id)}/original`,
    userPath,
    markUserDonePath,
    deleteUserPath,
    userNamesPath,
    userPhotosPath,
    senderPhotosPath,
    adminPhotoPath,
    (id: string) => adminPhotoDataPath(id, 'large').replace('?size=large', ''),
    adminVideoPath,
    adminVideoPreparationPath,
    originalPhotoPath,
    answerStreamPath,
    answerPosterPath,
    answerPiecePath,
    answerPiecesPath,
    chooseAnswerPath,
    (id: string) => ownOriginalPath('answer', id),
    (id: string) => ownOriginalPath('photo', id),
    (id: string) => ownOriginalPath('video', id),
    (id: string) => ownPieceOriginalPath(id, id),
    photoStreamPath,
    showcaseVideoPath,
    userStoryPath,
  ])('is one of its routes: %p', (pathOf) => {
    expect(routes).toContain(pathOf('an-id'));
  });

  it.each([
    ANSWERS_PATH,
    SAVE_ANSWER_PATH,
    ALL_USERS_PATH,
    PHOTO_SUMMARY_PATH,
    SENDERS_PATH,
    CONSENT_PATH,
    CONSENT_SOUND_STREAM_PATH,
    CURRENT_USER_PATH,
    REGISTER_PATH,
    LOGOUT_PATH,
    USER_STATUS_PATH,
    REOPEN_PATH,
    `${UNCLAIMED_PATH}/claim`,
    `${UNCLAIMED_PATH}/discard`,
    PROGRESS_STATS_PATH,
    HELP_API,
    MY_STORY_API,
    STORY_DOWNLOAD_PATH,
    PHOTOS_PATH,
    QUESTIONS_PATH,
    REDIRECTS_PATH,
    `${RELEASE_LINK_API}/preview`,
    `${RELEASE_LINK_API}/answer`,
    SEARCH_DATA_PATH,
    SHOWCASE_VIDEOS_PATH,
    UPLOAD_ROOM_PATH,
  ])('is one of its routes: %s', (route) => {
    expect(routes).toContain(route);
  });

  it.each([UPLOADS_PATH, `${HELP_API}/uploads`, PUBLIC_UPLOAD_API])(
    'leads to an upload in every step of it, below %s',
    (base) => {
      const { start, chunk, process, status } = uploadPaths(base);
      for (const route of [start, chunk, process('an-id'), status('an-id')]) expect(routes).toContain(route);
    },
  );

  it('says in which size a photo is wanted, where one is', () => {
    expect(photoStreamPath('an-id', 'thumbnail')).toBe(`${photoStreamPath('an-id')}?size=thumbnail`);
  });
});
