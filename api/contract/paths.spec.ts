import { readFileSync } from 'node:fs';
import path from 'node:path';
import { adminAnswerPath, userAnswersPath } from './admin-answers.js';
import {
  adminVideoPath,
  adminVideoPreparationPath,
  originalPhotoPath,
  senderPhotosPath,
  userPhotosPath,
} from './admin-participants.js';
import { answerPosterPath, answerStreamPath } from './answers.js';
import { photoStreamPath } from './photos.js';

const { paths } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../openapi.json'), 'utf8')) as {
  paths: Record<string, object>;
};
/** As the API describes its routes, whatever it calls what stands in them. */
const routes = Object.keys(paths).map((route) => route.replaceAll(/\{[^}]+\}/g, 'an-id'));

describe('a path that screens ask the API for', () => {
  it.each([
    userAnswersPath,
    (id: string) => `${adminAnswerPath(id)}/stream`,
    userPhotosPath,
    senderPhotosPath,
    adminVideoPath,
    adminVideoPreparationPath,
    originalPhotoPath,
    answerStreamPath,
    answerPosterPath,
    photoStreamPath,
  ])('is one of its routes: %p', (pathOf) => {
    expect(routes).toContain(pathOf('an-id'));
  });

  it('says in which size a photo is wanted, where one is', () => {
    expect(photoStreamPath('an-id', 'thumbnail')).toBe(`${photoStreamPath('an-id')}?size=thumbnail`);
  });
});
