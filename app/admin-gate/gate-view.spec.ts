import { gateView } from './gate-view.js';

const session = { expiresAt: '2026-03-04T15:12:00.000Z', expiresInSeconds: 1800, name: null };
const nothingKnown = { session: undefined, endedSession: null, hasFailed: false };

describe('gateView', () => {
  it('checks until the server has told', () => expect(gateView(nothingKnown)).toBe('checking'));

  it('says so when the server could not be asked', () =>
    expect(gateView({ ...nothingKnown, hasFailed: true })).toBe('unreachable'));

  it('is closed without a session', () => expect(gateView({ ...nothingKnown, session: null })).toBe('closed'));

  it('does not ask a signed-in producer again', () => expect(gateView({ ...nothingKnown, session })).toBe('open'));

  it('comes back over the page when its session is over', () =>
    expect(gateView({ session, endedSession: session, hasFailed: false })).toBe('ended'));

  it('opens again with the next session', () => {
    const next = { ...session, expiresAt: '2026-03-04T15:55:00.000Z' };
    expect(gateView({ session: next, endedSession: session, hasFailed: false })).toBe('open');
  });

  it('is closed after signing out, whatever ended before', () =>
    expect(gateView({ session: null, endedSession: session, hasFailed: false })).toBe('closed'));
});
