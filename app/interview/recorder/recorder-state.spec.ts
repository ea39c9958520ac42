import {
  holdsUnsavedRecording,
  INITIAL_STATE,
  isLostByLeaving,
  type RecorderEvent,
  type RecorderPhase,
  type RecorderState,
  reduceRecorder,
} from './recorder-state.js';
import { sampleRecording } from '../../testing/sample-recording.js';
import type { Recording } from './recording.js';

const recording: Recording = sampleRecording();

const at = (phase: RecorderPhase, next: Partial<Pick<RecorderState, 'source' | 'isAddition'>> = {}): RecorderState => ({
  ...phase,
  source: 'camera',
  isAddition: false,
  ...next,
});
const ready = at({ phase: 'ready', problem: null });
const review = at({ phase: 'review', recording, interruption: null, failure: null });

const play = (start: RecorderState, ...events: RecorderEvent[]) => events.reduce(reduceRecorder, start);
const finished: RecorderEvent = { type: 'recording-finished', recording, interruption: null };

describe('recorder', () => {
  it('goes from nothing to a saved answer', () => {
    const phases: string[] = [];
    const events: RecorderEvent[] = [
      { type: 'allow-pressed' },
      { type: 'source-opened' },
      { type: 'record-pressed' },
      { type: 'ticked', seconds: 1 },
      { type: 'ticked', seconds: 3 },
      { type: 'ticked', seconds: 12 },
      { type: 'stop-pressed' },
      finished,
      { type: 'save-pressed' },
      { type: 'save-progressed', percent: 40, atMs: 0 },
      { type: 'save-succeeded' },
    ];
    events.reduce((state, event) => {
      const next = reduceRecorder(state, event);
      phases.push(next.phase);
      return next;
    }, INITIAL_STATE);
    expect(phases).toEqual([
      'asking',
      'ready',
      'countdown',
      'countdown',
      'recording',
      'recording',
      'stopping',
      'review',
      'saving',
      'saving',
      'saved',
    ]);
  });

  it('counts down from three', () => {
    expect(play(ready, { type: 'record-pressed' })).toMatchObject({ phase: 'countdown', secondsLeft: 3 });
    expect(play(ready, { type: 'record-pressed' }, { type: 'ticked', seconds: 2 })).toMatchObject({ secondsLeft: 1 });
  });

  it('lets the countdown be stopped', () => {
    expect(play(ready, { type: 'record-pressed' }, { type: 'stop-pressed' })).toEqual(ready);
  });

  it('does not begin to record a page that nobody sees', () => {
    expect(play(ready, { type: 'record-pressed' }, { type: 'page-hidden' })).toEqual(ready);
  });

  it('pauses for a moment, or when the page is left, and counts on from there', () => {
    const rolling = at({ phase: 'recording', elapsedSeconds: 3 });
    expect(play(rolling, { type: 'page-hidden' })).toMatchObject({ phase: 'paused', cause: 'page-hidden' });
    expect(play(rolling, { type: 'source-muted' })).toMatchObject({ phase: 'paused', cause: 'source-muted' });
    const paused = play(rolling, { type: 'pause-pressed' });
    expect(paused).toEqual(at({ phase: 'paused', elapsedSeconds: 3, cause: 'press' }));
    expect(play(paused, { type: 'ticked', seconds: 9 }, { type: 'page-hidden' })).toBe(paused);
    const again = play(paused, { type: 'go-on-pressed' }, { type: 'ticked', seconds: 2 });
    expect(again).toMatchObject({ phase: 'recording', elapsedSeconds: 5 });
    expect(play(again, { type: 'pause-pressed' }, { type: 'stop-pressed' })).toEqual(
      at({ phase: 'stopping', elapsedSeconds: 5 }),
    );
    expect(play(paused, finished)).toMatchObject({ phase: 'review' });
    expect(play(ready, { type: 'pause-pressed' })).toBe(ready);
    expect(isLostByLeaving(paused, true)).toBe(true);
  });

  it('shows why there is no camera, and asks again', () => {
    const refused = play(INITIAL_STATE, { type: 'allow-pressed' }, { type: 'source-refused', reason: 'denied' });
    expect(refused).toEqual(at({ phase: 'refused', reason: 'denied' }));
    expect(play(refused, { type: 'allow-pressed' }).phase).toBe('asking');
  });

  it('keeps what was recorded when the recording is cut short', () => {
    const state = play(
      at({ phase: 'recording', elapsedSeconds: 7 }),
      { type: 'source-lost' },
      { type: 'recording-finished', recording, interruption: 'source-lost' },
    );
    expect(state).toMatchObject({ phase: 'review', recording, interruption: 'source-lost' });
  });

  it('returns to the camera when recording could not start', () => {
    const begun = at({ phase: 'recording', elapsedSeconds: 0 });
    const state = play(begun, { type: 'recording-failed', problem: 'not-started' });
    expect(state).toEqual(at({ phase: 'ready', problem: 'not-started' }));
  });

  it('says that the camera stopped when it did before anything was recorded', () => {
    const failed = { type: 'recording-failed', problem: 'source-lost' } as const;
    const begun = at({ phase: 'recording', elapsedSeconds: 0 });
    expect(play(begun, failed)).toEqual(at({ phase: 'refused', reason: 'lost' }));
    expect(play(review, failed)).toBe(review);
  });

  it('returns to the camera on Redo, opening it when it is gone', () => {
    expect(play(review, { type: 'redo-pressed' }).phase).toBe('returning');
    const returning = at({ phase: 'returning' });
    expect(play(returning, { type: 'returned', isSourceLive: true })).toEqual(ready);
    expect(play(returning, { type: 'returned', isSourceLive: false }).phase).toBe('asking');
  });

  it('goes back to the stored answer when a new recording is discarded', () => {
    expect(play(review, { type: 'discard-pressed', hasAnswer: true, isSourceLive: true }).phase).toBe('idle');
    expect(play(review, { type: 'discard-pressed', hasAnswer: false, isSourceLive: true })).toEqual(ready);
  });

  it('does not ask for the camera when a recording is discarded', () => {
    expect(play(review, { type: 'discard-pressed', hasAnswer: false, isSourceLive: false })).toEqual(INITIAL_STATE);
  });

  it('asks for the microphone, or the camera again, when the other way is chosen', () => {
    const chosen = { type: 'source-chosen', source: 'microphone' } as const;
    for (const start of [INITIAL_STATE, ready, at({ phase: 'refused', reason: 'not-found' })]) {
      const asking = play(start, chosen);
      expect(asking).toEqual(at({ phase: 'asking', next: 'ready' }, { source: 'microphone' }));
      const back = play(asking, { type: 'source-opened' }, { type: 'source-chosen', source: 'camera' });
      expect(back).toEqual(at({ phase: 'asking', next: 'ready' }));
    }
    expect(play(review, chosen)).toBe(review);
  });

  it('goes on with the microphone at the next question', () => {
    const voice = at({ phase: 'saved', recording }, { source: 'microphone' });
    const changed = { type: 'question-changed', hasAnswer: false, isSourceLive: true } as const;
    expect(play(voice, changed)).toEqual(at({ phase: 'ready', problem: null }, { source: 'microphone' }));
  });

  it('opens a local draft, or a chosen file, to review it or to save it at once', () => {
    expect(play(INITIAL_STATE, { type: 'recording-brought', recording, next: 'review' })).toEqual(review);
    expect(play(ready, { type: 'recording-brought', recording, next: 'saving' })).toMatchObject({
      phase: 'saving',
      recording,
    });
  });

  it('never gives up a recording for another that is brought', () => {
    const rolling = at({ phase: 'recording', elapsedSeconds: 3 });
    expect(play(rolling, { type: 'recording-brought', recording, next: 'review' })).toBe(rolling);
  });

  it('counts down for a new response once the toast was shown and the camera is open', () => {
    const waiting = play(INITIAL_STATE, { type: 'replace-pressed' });
    expect(waiting.phase).toBe('replacing');
    expect(play(waiting, { type: 'replace-due', isSourceLive: true }).phase).toBe('countdown');
    const asking = play(waiting, { type: 'replace-due', isSourceLive: false });
    expect(play(asking, { type: 'source-opened' }).phase).toBe('countdown');
  });

  describe('where a recording goes on from an answer', () => {
    const due = { type: 'replace-due', isSourceLive: true } as const;
    const adding = play(INITIAL_STATE, { type: 'add-pressed' });
    const added = play(adding, due, { type: 'ticked', seconds: 3 }, { type: 'stop-pressed' }, finished);

    it('adds it, however often it is recorded again', () => {
      expect(adding).toEqual(at({ phase: 'replacing' }, { isAddition: true }));
      const tries: [string, RecorderEvent[]][] = [
        ['review', []],
        ['returning', [{ type: 'redo-pressed' }]],
        ['saving', [{ type: 'save-pressed' }]],
      ];
      for (const [phase, events] of tries) expect(play(added, ...events)).toMatchObject({ phase, isAddition: true });
    });

    it('adds nothing once the answer is kept as it is, or something else is recorded', () => {
      const refused = at({ phase: 'refused', reason: 'denied' }, { isAddition: true });
      expect(play(refused, { type: 'keep-answer-pressed' })).toEqual(INITIAL_STATE);
      const discarded = { type: 'discard-pressed', hasAnswer: true, isSourceLive: true } as const;
      expect(play(added, discarded)).toEqual(INITIAL_STATE);
      expect(play(added, { type: 'question-changed', hasAnswer: false, isSourceLive: true })).toEqual(ready);
      const idle = at({ phase: 'idle' }, { isAddition: true });
      expect(play(idle, { type: 'replace-pressed' })).toEqual(at({ phase: 'replacing' }));
    });

    it('is not changed by a press that comes too late', () => {
      const late: RecorderEvent[] = [
        { type: 'replace-pressed' },
        { type: 'keep-answer-pressed' },
        { type: 'recording-brought', recording, next: 'review' },
      ];
      for (const press of late) expect(play(added, press)).toBe(added);
      const rolling = at({ phase: 'recording', elapsedSeconds: 3 });
      expect(play(rolling, { type: 'add-pressed' })).toBe(rolling);
      expect(play(rolling, { type: 'addition-due' })).toBe(rolling);
    });

    it('adds what is brought as it was recorded', () => {
      const addition = { ...recording, isAddition: true };
      for (const next of ['review', 'saving'] as const) {
        const brought = play(ready, { type: 'recording-brought', recording: addition, next });
        expect(brought).toMatchObject({ isAddition: true });
        const discarded = play(brought, { type: 'question-changed', hasAnswer: false, isSourceLive: true });
        expect(play(discarded, { type: 'recording-brought', recording, next })).toMatchObject({ isAddition: false });
      }
    });
  });

  it('returns to the stored answer when no new one is wanted', () => {
    expect(play(ready, { type: 'keep-answer-pressed' })).toEqual(INITIAL_STATE);
    expect(play(review, { type: 'keep-answer-pressed' })).toBe(review);
  });

  it('keeps the recording for another try when saving fails', () => {
    const saving = play(review, { type: 'save-pressed' });
    const begun = { ...recording, uploadId: 'u1' };
    const failed = play(saving, { type: 'save-failed', recording: begun, failure: 'failed' });
    expect(failed).toMatchObject({ phase: 'review', failure: 'failed', recording: { uploadId: 'u1' } });
  });

  it('knows when it waits for the connection', () => {
    const waiting = play(review, { type: 'save-pressed' }, { type: 'save-troubled' });
    expect(waiting).toMatchObject({ isWaiting: true });
    const [first, last] = [
      { percent: 9, atMs: 5_000 },
      { percent: 30, atMs: 9_000 },
    ];
    const begun = play(waiting, { type: 'save-progressed', ...first });
    expect(begun).toMatchObject({ isWaiting: false, percent: 9, pace: { first, last: first } });
    expect(play(begun, { type: 'save-progressed', ...last })).toMatchObject({ percent: 30, pace: { first, last } });
  });

  it('goes on before the recording is saved, also with what is added to it', () => {
    const left = play(review, { type: 'save-pressed' }, { type: 'save-left' });
    expect(left).toEqual(at({ phase: 'left', recording }));
    expect(holdsUnsavedRecording(left)).toBe(false);
    expect(reduceRecorder(left, { type: 'save-succeeded' })).toBe(left);
    expect(reduceRecorder(left, { type: 'addition-due' })).toBe(left);
    const goingOn = play(review, { type: 'add-pressed' }, { type: 'save-left' });
    expect(goingOn).toEqual(at({ phase: 'left', recording, goesOn: true }));
    expect(play(goingOn, { type: 'addition-due' })).toEqual(at({ phase: 'replacing' }, { isAddition: true }));
    const saved = play(review, { type: 'add-pressed' }, { type: 'save-succeeded' }, { type: 'addition-due' });
    expect(saved).toEqual(at({ phase: 'replacing' }, { isAddition: true }));
  });

  it('shows the camera at the next question when it is on, and an answer where there is one', () => {
    const changed = { type: 'question-changed', isSourceLive: true } as const;
    const saved = at({ phase: 'saved', recording });
    expect(play(saved, { ...changed, hasAnswer: false })).toEqual(ready);
    expect(play(saved, { ...changed, hasAnswer: true })).toEqual(INITIAL_STATE);
  });

  it('takes nothing that is on for what was asked for at a question that is left', () => {
    const asking = play(ready, { type: 'source-chosen', source: 'camera' });
    expect(play(asking, { type: 'question-changed', hasAnswer: false, isSourceLive: true })).toEqual(INITIAL_STATE);
  });

  it('ignores what does not belong to its phase', () => {
    const strays: RecorderEvent[] = [
      { type: 'source-opened' },
      { type: 'save-pressed' },
      { type: 'save-succeeded' },
      { type: 'stop-pressed' },
      { type: 'ticked', seconds: 9 },
      { type: 'record-pressed' },
      finished,
    ];
    for (const stray of strays) expect(reduceRecorder(INITIAL_STATE, stray)).toBe(INITIAL_STATE);
    expect(reduceRecorder(review, { type: 'record-pressed' })).toBe(review);
  });

  it('knows what leaving would lose', () => {
    expect(isLostByLeaving({ phase: 'recording', elapsedSeconds: 1 }, true)).toBe(true);
    expect(isLostByLeaving(review, true)).toBe(false);
    expect(isLostByLeaving(review, false)).toBe(true);
    expect(isLostByLeaving(ready, false)).toBe(false);
  });

  it('knows what is not saved yet', () => {
    expect(holdsUnsavedRecording(ready)).toBe(false);
    expect(holdsUnsavedRecording({ phase: 'recording', elapsedSeconds: 1 })).toBe(true);
    expect(holdsUnsavedRecording(review)).toBe(true);
    expect(holdsUnsavedRecording({ phase: 'saving', recording, percent: 0, isWaiting: false, pace: null })).toBe(true);
    expect(holdsUnsavedRecording({ phase: 'saved', recording })).toBe(false);
  });
});
