import { type Playlist, type PlaylistEvent, reducePlaylist } from './playlist.js';

const START: Playlist = { count: 3, index: 0, state: 'waiting', failures: 0 };
const after = (...types: Exclude<PlaylistEvent['type'], 'choose'>[]) =>
  types.reduce((list, type) => reducePlaylist(list, { type }), START);

describe('a playlist', () => {
  it('plays one after the other once it is asked to, and ends after the last', () => {
    expect(after('play', 'ended')).toMatchObject({ index: 1, state: 'playing' });
    expect(after('play', 'ended', 'ended', 'ended')).toMatchObject({ index: 2, state: 'ended' });
    expect(after('play', 'ended', 'ended', 'ended', 'play')).toMatchObject({ index: 0, state: 'playing' });
  });

  it('rests where it is, and goes on there', () => {
    expect(after('play', 'ended', 'pause')).toMatchObject({ index: 1, state: 'paused' });
    expect(after('play', 'ended', 'pause', 'play')).toMatchObject({ index: 1, state: 'playing' });
    expect(after('pause')).toEqual(START);
  });

  it('goes no farther than its ends', () => {
    expect([after('previous').index, after('next', 'next', 'next').index]).toEqual([0, 2]);
  });

  it('that is over rests wherever somebody goes in it, and plays from there', () => {
    const over = {
      ended: after('play', 'ended', 'ended', 'ended'),
      failed: after('play', 'ended', 'failed', 'failed'),
    };
    for (const list of Object.values(over)) {
      const there = reducePlaylist(list, { type: 'previous' });
      expect(there).toMatchObject({ index: list.index - 1, state: 'paused', failures: 0 });
      expect(reducePlaylist(there, { type: 'play' })).toMatchObject({ index: list.index - 1, state: 'playing' });
      expect(reducePlaylist(list, { type: 'next' }).state).toBe('paused');
    }
  });

  it('leaves out what cannot be played, and gives up when that is everything', () => {
    expect(after('play', 'failed')).toMatchObject({ index: 1, state: 'playing' });
    expect(after('play', 'failed', 'sounding', 'ended', 'failed')).toMatchObject({ state: 'ended' });
    expect(after('play', 'failed', 'failed', 'failed')).toMatchObject({ state: 'failed' });
    expect(after('play', 'failed', 'failed', 'failed', 'play')).toMatchObject({
      index: 0,
      state: 'playing',
      failures: 0,
    });
    const alone = reducePlaylist({ ...START, count: 1 }, { type: 'play' });
    expect(reducePlaylist(alone, { type: 'failed' })).toMatchObject({ index: 0, state: 'failed' });
  });

  it('keeps its place where the line is away for a moment', () => {
    const ten = { ...START, count: 10 };
    const heardThree: PlaylistEvent['type'][] = ['play', 'sounding', 'ended', 'sounding', 'ended', 'sounding', 'ended'];
    const lost = [...heardThree, 'failed', 'failed', 'failed'] as Exclude<PlaylistEvent['type'], 'choose'>[];
    const away = lost.reduce((list, type) => reducePlaylist(list, { type }), ten);
    expect(away).toMatchObject({ index: 3, state: 'failed' });
    expect(reducePlaylist(away, { type: 'failed' })).toEqual(away);
    expect(reducePlaylist(away, { type: 'play' })).toMatchObject({ index: 3, state: 'playing', failures: 0 });
    // Also where fewer are left than are tried.
    const nearTheEnd = after('play', 'sounding', 'ended', 'failed', 'failed');
    expect(nearTheEnd).toMatchObject({ index: 1, state: 'failed' });
  });

  it('counts anew where somebody goes elsewhere', () => {
    expect(after('play', 'failed', 'previous', 'failed')).toMatchObject({ index: 1, state: 'playing', failures: 1 });
  });

  it('begins wherever somebody chooses', () => {
    expect(reducePlaylist(START, { type: 'choose', index: 2 })).toMatchObject({ index: 2, state: 'playing' });
  });
});
