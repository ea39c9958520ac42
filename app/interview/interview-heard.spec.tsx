import { screen } from '@testing-library/react';
import { PRIVACY } from '../../api/contract/consent/privacy.js';
import { RECORDER_STALL_MS } from '../../api/contract/common/screen-numbers.js';
import {
  allowCamera,
  holdTimers,
  open,
  press,
  pressRecord,
  server,
  useInterview,
} from '../testing/interview-screen.js';
import { answerTo, CONSENT_GIVEN } from '../testing/interview-server.js';
import { readAloud } from '../testing/screen-reader.js';

useInterview();

/** The timer goes on while it is read. */
const heard = async () =>
  (await readAloud(screen.getByRole('main'))).map((phrase) => phrase.replace(/^\d\d:\d\d$/, 'TIME'));

const FIRST_QUESTION = [
  'main',
  'Question 1 of 2',
  '0 %',
  'progressbar, Answered questions, 0, max value 100, min value 0, current value 0%',
  'heading, Life before, level 2',
  'Tell us about life before.',
  'region, Camera',
];
const SENDING = [
  'Sent to us while you record. Only you can see it until you save it.',
  'button, Send only when I say so',
];
const NOTE = 'A short video will be produced from your story, and you may be invited to join the documentary.';
const kept = (words: string) => [
  'button, Take a break',
  words,
  'button, Forget this device',
  'button, Settings, not expanded, has popup menu',
];

it('whoever answers hears the question, what the camera does, and what can be done with a recording', async () => {
  server.on('POST /api/recording-drafts', { status: 201, body: { uploadId: 'u1' } });
  await open();
  await screen.findByRole('heading', { name: 'Life before' });
  await screen.findByText('everything is saved');
  expect(await heard()).toEqual([
    ...FIRST_QUESTION,
    'heading, Camera Permission Required, level 3',
    'To record your answer, this page needs your camera and microphone.',
    'button, Allow Camera Access',
    'status',
    'The camera is off',
    'button, Previous, disabled',
    'button, Record, disabled',
    'button, Next, disabled',
    'button, Other ways to answer, not expanded, has popup menu',
    'button, Write it instead',
    ...SENDING,
    NOTE,
    ...kept('everything is saved'),
  ]);
  holdTimers(RECORDER_STALL_MS);
  await allowCamera();
  await pressRecord();
  await screen.findByRole('timer');
  await screen.findByText('a recording is kept here, but not saved yet');
  expect(await heard()).toEqual([
    ...FIRST_QUESTION,
    'REC',
    'timer, Recording time',
    'TIME',
    'status',
    'Recording',
    'button, Pause',
    'button, Stop',
    'button, Next, disabled',
    ...SENDING,
    NOTE,
    ...kept('a recording is kept here, but not saved yet'),
  ]);
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
  expect(await heard()).toEqual([
    ...FIRST_QUESTION,
    'heading, Review your recording, level 3',
    'Your recording',
    'button, Play',
    'status',
    'Not saved yet',
    'button, Redo',
    'button, Use this recording',
    'button, Discard',
    'button, Download',
    'button, Add to this answer',
    ...SENDING,
    NOTE,
    ...kept('a recording is kept here, but not saved yet'),
  ]);
  await press('Use this recording');
  await screen.findByRole('heading', { name: 'Life today' });
  await screen.findByText('Ready when you are');
  // The page goes on before the recording is saved where that takes long.
  await screen.findByText('everything is saved');
  await screen.findByText('50 %');
  expect(await heard()).toEqual([
    'main',
    'Question 2 of 2',
    '50 %',
    'progressbar, Answered questions, 50, max value 100, min value 0, current value 50%',
    'heading, Life today, level 2',
    'Tell us about life today.',
    'region, Camera',
    'status',
    'Ready when you are',
    'button, Previous',
    'button, Record',
    'button, Continue to Photos, disabled',
    'button, Other ways to answer, not expanded, has popup menu',
    'button, Write it instead',
    ...SENDING,
    NOTE,
    ...kept('everything is saved'),
  ]);
});

it('whoever comes for the first time hears what becomes of a recording, and agrees', async () => {
  server.on('GET /api/consent', { body: { ...CONSENT_GIVEN, recording: 'none', version: null } });
  await open();
  await screen.findByRole('button', { name: 'Yes, I agree. I am 18 or older' });
  const { happens, happensNot } = PRIVACY.text.recording;
  expect(await heard()).toEqual([
    'main',
    'heading, Before you begin, level 2',
    'heading, What happens, level 3',
    ...happens,
    'heading, What does not happen, level 3',
    ...happensNot,
    'You can stop or take it back at any time.',
    'button, Yes, I agree. I am 18 or older',
    'button, I am under 18',
    'button, Read the questions first',
    'button, No, do not record me',
    'status',
    'link, What we do with what you give us (opens a new tab)',
    'button, Take a break',
  ]);
});

it('whoever comes back hears the first question that is open, and what is saved already', async () => {
  server.answers = [answerTo(1)];
  await open();
  await screen.findByRole('heading', { name: 'Life today' });
  await screen.findByText('everything is saved');
  expect(await heard()).toEqual([
    'main',
    'Question 2 of 2',
    '50 %',
    'progressbar, Answered questions, 50, max value 100, min value 0, current value 50%',
    'heading, Life today, level 2',
    'Tell us about life today.',
    'region, Camera',
    'heading, Camera Permission Required, level 3',
    'To record your answer, this page needs your camera and microphone.',
    'button, Allow Camera Access',
    'status',
    'The camera is off',
    'button, Previous',
    'button, Record, disabled',
    'button, Continue to Photos, disabled',
    'button, Other ways to answer, not expanded, has popup menu',
    'button, Write it instead',
    ...SENDING,
    NOTE,
    ...kept('everything is saved'),
  ]);
  await press('Previous');
  await screen.findByRole('button', { name: 'Record New Response' });
  expect(await heard()).toEqual([
    'main',
    'Question 1 of 2',
    '50 %',
    'progressbar, Answered questions, 50, max value 100, min value 0, current value 50%',
    'heading, Life before, level 2',
    'Tell us about life before.',
    'region, Camera',
    'Your answer',
    'button, Play',
    'Loading video...',
    'status',
    'Saved',
    'button, Previous, disabled',
    'button, Record New Response',
    'button, Next',
    'button, Other ways to answer, not expanded, has popup menu',
    'button, Add to this answer',
    'button, Write it instead',
    ...SENDING,
    NOTE,
    ...kept('everything is saved'),
  ]);
});

it('whoever sends photos hears how many there are, and then that the story has arrived', async () => {
  server.answers = [answerTo(1), answerTo(2)];
  server.on('GET /api/photos', {
    body: [
      {
        id: 'p1',
        filename: 'p1.jpg',
        originalName: 'garden.jpg',
        imageData: 'data:image/jpeg;base64,AAAA',
        mimeType: 'image/jpeg',
        fileSize: 2_048,
        description: 'My garden',
      },
    ],
  });
  server.on('PATCH /api/user/status', { body: {} });
  await open();
  await screen.findByText('My garden');
  await screen.findByText('everything is saved');
  expect(await heard()).toEqual([
    'main',
    'Final Step / Survey Complete!',
    '100 %',
    'progressbar, Answered questions, 100, max value 100, min value 0, current value 100%',
    'heading, Upload photos of your life, level 2',
    'Please include pictures from before and after you became ill, and pictures of what you spoke about in the interview.',
    'button, Choose more photos',
    'Pictures up to 10MB each. You can choose several at once.',
    'status',
    '1 photo saved',
    'heading, Your photos, level 3',
    'listitem, My garden, level 1, position 1, set size 1',
    'image, My garden',
    'My garden',
    'button, Delete garden.jpg',
    'Does somebody help you?',
    'link, Make a link for them',
    'button, Previous',
    'button, Submit',
    ...kept('everything is saved'),
  ]);
  await press('Submit');
  await screen.findByRole('heading', { name: 'Thank You!' });
  await screen.findByText('2 answers and 1 photo are kept safely.');
  expect(await heard()).toEqual([
    'main',
    'Anna',
    ',',
    'heading, Thank You!, level 2',
    'Your story was submitted.',
    'Our producers will e-mail you when your video is ready.',
    '2 answers and 1 photo are kept safely.',
    'region, What happens next',
    'heading, What happens next, level 3',
    'Today',
    'There is nothing more to do. By submitting you have agreed to nothing new.',
    'In the coming weeks',
    'Our producers look at your answers, and make a short film or a written chapter. Nobody sees it before it is approved.',
    'When it is ready',
    'They write to anna@example.org. You see exactly that, and can say yes, no, or what to change. A no always holds.',
    'link, Watch Stories',
    'link, See, change or take back',
    'button, Visit the documentary, This link is not set up yet., disabled',
    'Is there something that you would like to change?',
    'button, Reopen my story',
    'button, Forget this device',
  ]);
});
