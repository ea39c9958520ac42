import { fireEvent } from '@testing-library/react';
import { allowCamera, open, useInterview } from '../../testing/interview-screen.js';

useInterview();

/** The camera's own picture, as it is by now. */
const showPicture = (videoWidth: number, videoHeight: number) => {
  const picture = document.querySelector<HTMLVideoElement>('video[autoplay]')!;
  for (const [name, value] of Object.entries({ videoWidth, videoHeight }))
    Object.defineProperty(picture, name, { configurable: true, value });
  fireEvent(picture, new Event('resize'));
  return [...picture.classList];
};

it('the picture of the camera fills its frame only where nothing of what is recorded is cut off', async () => {
  await open();
  await allowCamera();
  expect(showPicture(720, 1280)).toContain('object-cover');
  expect(showPicture(1280, 720)).toContain('object-contain');
  expect(showPicture(720, 1280)).not.toContain('object-contain');
});
