import { reducePlayer, type Clip, type PlayerEvent, type PlayerState } from './player-state.js';

const clip = (id: string, isOverview = false): Clip => ({
  id,
  title: id,
  src: `/media/${id}.mp4`,
  hosted: null,
  audio: null,
  captions: null,
  poster: null,
  isOverview,
});
const clips = [clip('overview', true), clip('one'), clip('two')];
const START: PlayerState = { clipId: 'overview', mode: 'single', playback: 'idle' };
const after = (...events: PlayerEvent[]) => events.reduce((state, event) => reducePlayer(clips, state, event), START);

describe('story player', () => {
  it('selects a video without playing it', () =>
    expect(after({ type: 'select', clipId: 'two' })).toEqual({ clipId: 'two', mode: 'single', playback: 'idle' }));

  it('ignores a video that the story does not have', () =>
    expect(after({ type: 'select', clipId: 'other' })).toEqual(START));

  it('plays the full interview from the first answer, without the overview', () => {
    const started = after({ type: 'start-interview' });
    expect(started).toEqual({ clipId: 'one', mode: 'interview', playback: 'starting' });
    expect(after({ type: 'start-interview' }, { type: 'started' }, { type: 'ended' })).toEqual({
      clipId: 'two',
      mode: 'interview',
      playback: 'starting',
    });
  });

  describe('of a short form', () => {
    const short = { minutes: 2 as const, clipIds: ['overview', 'two'] };
    const shorten: PlayerEvent = { type: 'shorten', short };

    it('plays whatever that has, the overview too, and then no more', () => {
      const started = after(shorten, { type: 'start-interview' });
      expect(started).toEqual({ clipId: 'overview', mode: 'interview', playback: 'starting', short });
      const next = after(shorten, { type: 'start-interview' }, { type: 'ended' });
      expect(next).toEqual({ ...started, clipId: 'two' });
      expect(reducePlayer(clips, next, { type: 'ended' })).toEqual({ ...next, mode: 'single', playback: 'idle' });
    });

    it('stands at the first video that has something of it, and plays nothing by itself', () => {
      const shortened = after({ type: 'select', clipId: 'one' }, shorten);
      expect(shortened).toMatchObject({ clipId: 'overview', playback: 'idle' });
      expect(after({ type: 'start-interview' }, { type: 'started' }, shorten)).toMatchObject({
        clipId: 'one',
        mode: 'single',
        playback: 'paused',
      });
    });

    it('goes on with the interview where a video of it is chosen, and not elsewhere', () => {
      const started = after(shorten, { type: 'start-interview' });
      const modes = ['two', 'one'].map((clipId) => reducePlayer(clips, started, { type: 'play', clipId }).mode);
      expect(modes).toEqual(['interview', 'single']);
    });

    it('gives way to the whole story', () => {
      expect(after(shorten, { type: 'shorten' }, { type: 'start-interview' }).clipId).toBe('one');
    });
  });

  it('stops after the last answer', () => {
    const state = after({ type: 'start-interview' }, { type: 'ended' }, { type: 'started' }, { type: 'ended' });
    expect(state).toEqual({ clipId: 'two', mode: 'single', playback: 'idle' });
  });

  it('goes on with the interview where an answer cannot be played, and says so at the last', () => {
    const failed: PlayerEvent = { type: 'failed', failure: 'host-silent' };
    const skipped = after({ type: 'start-interview' }, failed, { type: 'skip' });
    expect(skipped).toEqual({ clipId: 'two', mode: 'interview', playback: 'starting' });
    const last = after({ type: 'start-interview' }, { type: 'ended' }, failed, { type: 'skip' });
    expect(last).toEqual({ clipId: 'two', mode: 'single', playback: 'failed', failure: 'host-silent' });
  });

  it('leaves nothing out that plays, or that was asked for alone', () => {
    const playing = after({ type: 'start-interview' }, { type: 'started' }, { type: 'skip' });
    expect(playing).toMatchObject({ clipId: 'one', playback: 'playing' });
    const single = after({ type: 'play', clipId: 'one' }, { type: 'failed', failure: 'host-silent' }, { type: 'skip' });
    expect(single).toMatchObject({ clipId: 'one', playback: 'failed' });
  });

  it('stops where it is when the interview is stopped', () =>
    expect(after({ type: 'start-interview' }, { type: 'started' }, { type: 'stop-interview' })).toEqual({
      clipId: 'one',
      mode: 'single',
      playback: 'paused',
    }));

  it('goes on with the interview from an answer that is chosen', () => {
    const state = after({ type: 'start-interview' }, { type: 'play', clipId: 'two' });
    expect(state).toMatchObject({ clipId: 'two', mode: 'interview' });
  });

  it('leaves the interview for the overview', () => {
    const state = after({ type: 'start-interview' }, { type: 'play', clipId: 'overview' });
    expect(state).toMatchObject({ clipId: 'overview', mode: 'single' });
  });

  it('does not advance after a single video', () =>
    expect(after({ type: 'play', clipId: 'one' }, { type: 'started' }, { type: 'ended' })).toMatchObject({
      clipId: 'one',
      playback: 'idle',
    }));

  it('does not take the pause between two videos for one of the viewer', () =>
    expect(after({ type: 'play', clipId: 'one' }, { type: 'paused' }).playback).toBe('starting'));

  it('waits no longer for a host’s player that has come and may want a press of its own', () => {
    const shown = after({ type: 'start-interview' }, { type: 'shown' });
    expect(shown).toEqual({ clipId: 'one', mode: 'interview', playback: 'idle' });
    expect(reducePlayer(clips, shown, { type: 'started' }).playback).toBe('playing');
    expect(after({ type: 'play', clipId: 'one' }, { type: 'started' }, { type: 'shown' }).playback).toBe('playing');
  });

  it('stays on a video that fails, and tries it again', () => {
    const failed = after({ type: 'start-interview' }, { type: 'failed', failure: 'not-loaded' });
    expect(failed).toEqual({ clipId: 'one', mode: 'interview', playback: 'failed', failure: 'not-loaded' });
    expect(reducePlayer(clips, failed, { type: 'retry' })).toEqual({
      clipId: 'one',
      mode: 'interview',
      playback: 'starting',
    });
  });

  it('does nothing without answers', () =>
    expect(reducePlayer([clip('overview', true)], START, { type: 'start-interview' })).toBe(START));
});

describe('story player with a video that is being prepared', () => {
  const waiting: Clip = { ...clip('waiting'), src: '' };
  const story = [clip('overview', true), clip('one'), waiting, clip('two')];
  const told = (...events: PlayerEvent[]) => events.reduce((state, event) => reducePlayer(story, state, event), START);

  it('shows it, and plays nothing', () =>
    expect(told({ type: 'play', clipId: 'waiting' })).toEqual({
      clipId: 'waiting',
      mode: 'single',
      playback: 'idle',
    }));

  it('leaves it out of the full interview', () => {
    const state = told({ type: 'start-interview' }, { type: 'started' }, { type: 'ended' });
    expect(state).toMatchObject({ clipId: 'two', mode: 'interview' });
  });
});
