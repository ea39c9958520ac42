import type { AuditEntry } from '../../../api/contract/staff/audit.js';
import { toAuditLine } from './audit-entries.js';

const ID = '1f3c9a2b-0000-4000-8000-000000000000';
const names = new Map([['anna-id', 'Anna Berg']]);
const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: 7,
  actor: 'staff',
  producer: null,
  action: 'participant_done',
  subject: { type: 'participant', id: 'anna-id' },
  at: '2026-03-04T15:12:00.000Z',
  ...changes,
});

describe('toAuditLine', () => {
  it('names a person who is there', () =>
    expect(toAuditLine(entry({}), names)).toEqual({
      id: 7,
      at: '2026-03-04T15:12:00.000Z',
      by: 'No name given',
      action: 'Marked as done',
      subject: 'Anna Berg',
    }));

  it('names the producer, and nobody who stood at the gate', () => {
    expect(toAuditLine(entry({ producer: 'Maria' }), names).by).toBe('Maria');
    const atGate = { actor: 'unknown', action: 'sign_in_failed', subject: { type: 'gate', id: null } } as const;
    expect(toAuditLine(entry(atGate), names)).toMatchObject({
      by: 'Somebody without the password',
      action: 'Wrong password',
      subject: 'The staff pages',
    });
  });

  it('tells a person who is gone by the beginning of the id', () =>
    expect(toAuditLine(entry({ subject: { type: 'participant', id: ID } }), names).subject).toBe('User 1f3c9a2b'));

  it('tells anything else by its kind and id', () =>
    expect(toAuditLine(entry({ action: 'video_approved', subject: { type: 'video', id: ID } }), names)).toMatchObject({
      action: 'Approved a video',
      subject: 'Video 1f3c9a2b',
    }));

  it('says that an export took everything', () =>
    expect(
      toAuditLine(entry({ action: 'people_exported', subject: { type: 'archive', id: null } }), names).subject,
    ).toBe('The whole archive'));
});
