import { FIRST_STATE, type GateEvent, type GateState, reduceGate } from './gate-state.js';

const granted: GateEvent = { type: 'granted', name: 'Mara' };
const ended: GateEvent = { type: 'ended' };
const failed: GateEvent = { type: 'failed' };
const checking: GateEvent = { type: 'checking' };
const after = (...events: GateEvent[]): GateState => events.reduce(reduceGate, FIRST_STATE);

describe('the gate', () => {
  it('checks until the server has told', () => expect(FIRST_STATE).toEqual({ page: 'shut', cover: 'checking' }));
  it('says so when the server could not be asked', () =>
    expect(after(failed)).toEqual({ page: 'shut', cover: 'unreachable' }));
  it('is closed without a session, with nothing behind it', () =>
    expect(after(ended)).toEqual({ page: 'shut', cover: 'closed' }));
  it('does not ask a signed-in producer again', () =>
    expect(after(granted)).toEqual({ page: 'open', name: 'Mara', isEnding: false }));

  it('keeps the page when its session has ended, and gives it back with the next', () => {
    expect(after(granted, ended)).toEqual({ page: 'covered', cover: 'closed', name: 'Mara' });
    expect(after(granted, ended, granted).page).toBe('open');
  });
  it('keeps nothing of the page after signing out, whatever ended before', () =>
    expect(after(granted, ended, { type: 'left' })).toEqual({ page: 'shut', cover: 'closed' }));

  it('shows nothing of a page that comes back before the server has told', () => {
    expect(after(granted, checking)).toEqual({ page: 'covered', cover: 'checking', name: 'Mara' });
    expect(after(granted, checking, failed)).toMatchObject({ page: 'covered', cover: 'unreachable' });
    expect(after(granted, checking, failed, checking)).toMatchObject({ page: 'covered', cover: 'checking' });
  });
  it('leaves a page open that could not ask in passing', () => expect(after(granted, failed).page).toBe('open'));
  it('stays closed while the server is asked in passing', () => {
    expect(after(granted, ended, checking)).toMatchObject({ cover: 'closed' });
    expect(after(granted, ended, failed)).toMatchObject({ cover: 'closed' });
  });

  it('warns of an end that is near until the session goes on', () => {
    const warned = after(granted, { type: 'ending', isEnding: true });
    expect(warned).toMatchObject({ page: 'open', isEnding: true });
    expect(reduceGate(warned, granted)).toMatchObject({ isEnding: false });
    expect(reduceGate(warned, { type: 'ending', isEnding: true })).toBe(warned);
    expect(after(granted, ended, { type: 'ending', isEnding: true })).toMatchObject({ page: 'covered' });
  });
});
