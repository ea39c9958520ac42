import type { VideoPreparation } from '../../../api/contract/media/preparation.js';
import type { RecorderPhase, RecorderState } from './recorder-state.js';
import { type StatusCircumstances, writtenStatus } from './recorder-status.js';
import { NOTHING_MISSING } from './what-is-missing.js';
import { sampleRecording } from '../../testing/sample-recording.js';

const recording = sampleRecording();
const review = { phase: 'review', recording, interruption: null, failure: null } as const;
const rolling = { phase: 'recording', elapsedSeconds: 6 } as const;
const status = (phase: RecorderPhase, circumstances: Partial<StatusCircumstances> = {}) =>
  written({ ...phase, source: 'camera', isAddition: false }, circumstances);
const written = (state: RecorderState, circumstances: Partial<StatusCircumstances>) =>
  writtenStatus(state, {
    hasAnswer: false,
    proof: null,
    preparation: null,
    isSilent: false,
    flow: 'flowing',
    missing: NOTHING_MISSING,
    isDraftStored: true,
    storageEnd: null,
    hasNoRoom: false,
    waiting: null,
    ...circumstances,
  });
const saving = (percent: number, isWaiting = false) =>
  status({ phase: 'saving', recording, percent, isWaiting, pace: null }).text;

const answered = (preparation: VideoPreparation) => status({ phase: 'idle' }, { hasAnswer: true, preparation });

describe('the written status', () => {
  it('counts the upload in steps of five, then saves', () => {
    expect([0, 43, 80, 85, 100].map((percent) => saving(percent))).toEqual([
      'Uploading 0 %',
      'Uploading 40 %',
      'Uploading 80 %',
      'Saving...',
      'Saving...',
    ]);
  });

  it('says that it waits for the connection', () => {
    expect(saving(40, true)).toBe('The connection was cut. Trying again...');
  });

  it('says Saved where the server has an answer', () => {
    expect(status({ phase: 'idle' }, { hasAnswer: true })).toEqual({ text: 'Saved', tone: 'good' });
    expect(status({ phase: 'saved', recording })).toEqual({ text: 'Saved', tone: 'good' });
    expect(status({ phase: 'idle' }).text).toBe('The camera is off');
  });

  it('says how far a stored answer is on its way to every device, and why it cannot be played', () => {
    const preparing = { text: 'Saved. Being prepared for all devices.', tone: 'good' };
    expect(answered({ state: 'waiting', problem: null })).toEqual(preparing);
    expect(answered({ state: 'working', problem: null })).toEqual(preparing);
    expect(answered({ state: 'ready', problem: null }).text).toBe('Saved');
    expect(answered({ state: 'off', problem: null }).text).toBe('Saved');
    expect(answered({ state: 'failed', problem: 'there is neither picture nor sound in it' })).toEqual({
      text: 'Saved, but it cannot be played: there is neither picture nor sound in it. You can record it again.',
      tone: 'warn',
    });
  });

  it('speaks of the microphone where the voice alone is recorded', () => {
    expect(written({ phase: 'idle', source: 'microphone', isAddition: false }, {}).text).toBe('The microphone is off');
  });

  it('says that a recording is not saved, and why it is here', () => {
    expect(status(review, { hasAnswer: true })).toEqual({ text: 'Not saved yet', tone: 'warn' });
    expect(status({ ...review, interruption: 'page-hidden' }).text).toContain('kept');
    expect(status({ ...review, failure: 'failed' }).tone).toBe('danger');
    expect(status({ ...review, failure: 'signed-out' }).text).toBe('Not saved: you have been signed out.');
  });

  it('says what a slow device left out of a recording', () => {
    const both = status(review, { missing: { hasLittlePicture: true, soundSeconds: 4 } }).text;
    expect(both).toBe(
      'Not saved yet. About 4 seconds of the sound are missing: this device was too slow. Please listen to it first. This device was too slow for most of the picture. Your voice alone is a good answer, too.',
    );
    const missing = { hasLittlePicture: true, soundSeconds: 0 };
    expect(status({ ...review, interruption: 'paused' }, { missing }).text).toMatch(
      /^Paused\. What you recorded is kept, but not saved yet\. This device was too slow for most of the picture\./,
    );
    expect(status({ ...review, failure: 'failed' }, { missing }).text).not.toContain('too slow');
  });

  it('says that it is paused, and why', () => {
    const paused = { phase: 'paused', elapsedSeconds: 6, cause: 'press' } as const;
    expect(status(paused).text).toBe('Paused. Take all the time you need.');
    expect(status({ ...paused, cause: 'page-hidden' }).text).toBe(
      'Paused when you left the page. Go on when you like.',
    );
    expect(status({ ...paused, cause: 'source-muted' })).toEqual({
      text: 'Paused: the camera or microphone was taken, perhaps by a call. Go on when you like.',
      tone: 'warn',
    });
  });

  it('says when the microphone seems silent, before anything else', () => {
    expect(status(rolling).text).toBe('Recording');
    const silent = { text: 'Nothing is heard yet. Is the microphone on?', tone: 'warn' };
    expect(status(rolling, { isSilent: true, isDraftStored: false })).toEqual(silent);
    expect(status(rolling, { isSilent: true, flow: 'none' })).toMatchObject({ tone: 'danger' });
    expect(status(rolling, { isSilent: true, flow: 'stalled' })).toMatchObject({ tone: 'danger' });
  });

  it('says when this browser cannot keep a copy', () => {
    expect(status(rolling, { isDraftStored: false }).text).toBe('Recording. This browser cannot keep a copy.');
    expect(status(review, { isDraftStored: false }).text).toBe('Not saved yet. This browser cannot keep a copy.');
  });

  it('says after which day a browser may delete a recording that is looked at, however it ended', () => {
    const storageEnd = 'Dec 5, 2026';
    const ending = 'This browser may delete it after Dec 5, 2026.';
    expect(status(review, { storageEnd }).text).toBe(`Not saved yet. ${ending}`);
    expect(status({ ...review, interruption: 'paused' }, { storageEnd }).text).toBe(
      `Paused. What you recorded is kept, but not saved yet. ${ending}`,
    );
    expect(status(review, { storageEnd, isDraftStored: false }).text).not.toContain(ending);
    expect(status(rolling, { storageEnd }).text).toBe('Recording');
  });
});
