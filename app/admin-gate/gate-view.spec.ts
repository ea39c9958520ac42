import { FIRST_VIEW, type GateEvent, type GateView, reduceGate } from './gate-view.js';

const after = (...events: GateEvent[]): GateView => events.reduce(reduceGate, FIRST_VIEW);

describe('the gate', () => {
  it('checks until the server has told', () => expect(FIRST_VIEW).toEqual({ cover: 'checking', isKept: false }));
  it('says so when the server could not be asked', () => expect(after('failed').cover).toBe('unreachable'));
  it('is closed without a session, with nothing behind it', () =>
    expect(after('ended')).toEqual({ cover: 'closed', isKept: false }));
  it('does not ask a signed-in producer again', () =>
    expect(after('granted')).toEqual({ cover: 'none', isKept: true }));

  it('keeps the page when its session has ended, and gives it back with the next', () => {
    expect(after('granted', 'ended')).toEqual({ cover: 'closed', isKept: true });
    expect(after('granted', 'ended', 'granted').cover).toBe('none');
  });
  it('keeps nothing of the page after signing out, whatever ended before', () =>
    expect(after('granted', 'ended', 'left')).toEqual({ cover: 'closed', isKept: false }));

  it('shows nothing of a page that comes back before the server has answered', () => {
    expect(after('granted', 'checking')).toEqual({ cover: 'checking', isKept: true });
    expect(after('granted', 'checking', 'failed').cover).toBe('unreachable');
    expect(after('granted', 'checking', 'failed', 'checking').cover).toBe('checking');
  });
  it('leaves a page open that could not ask in passing', () => expect(after('granted', 'failed').cover).toBe('none'));
  it('stays closed while the server is asked in passing', () => {
    expect(after('granted', 'ended', 'checking').cover).toBe('closed');
    expect(after('granted', 'ended', 'failed').cover).toBe('closed');
  });
});
