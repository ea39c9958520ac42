import { aParticipant } from '../../testing/a-participant.js';
import { splitOff } from './split-off.js';

const IDENTITY = new Date('2026-03-02T08:00:00Z');
const INTRODUCTION = new Date('2026-03-02T09:00:00Z');
const TRIGGER = new Date('2026-03-02T10:00:00Z');
const SUBMITTED = new Date('2026-03-03T08:00:00Z');
const FIRST_UPLOAD = new Date('2026-03-01T08:00:00Z');
const NOTHING = { status: 'in_progress', isDone: false, tag: false, instagram: null, tiktok: null };

const told = {
  tag: true,
  instagram: 'anna',
  identityConfirmedAt: IDENTITY,
  introductionCompletedAt: INTRODUCTION,
  triggerEventCompletedAt: TRIGGER,
};
const begun = aParticipant(told);
const submitted = aParticipant({ ...told, status: 'submitted', isDone: true, mediaUploadCompletedAt: SUBMITTED });

describe('what is split off from a person', () => {
  it('is what they chose and the times of the steps that it has completed, and not that they registered', () => {
    expect(splitOff(begun, [2, 2], null)).toEqual({
      kept: {
        ...NOTHING,
        tag: true,
        instagram: 'anna',
        times: { introductionCompletedAt: INTRODUCTION, triggerEventCompletedAt: TRIGGER },
      },
      left: { ...NOTHING, introductionCompletedAt: null, triggerEventCompletedAt: null },
    });
  });

  it('leaves the times of steps that nothing of it has completed', () => {
    const { kept, left } = splitOff(begun, [1], null);
    expect(kept.times).toEqual({ introductionCompletedAt: INTRODUCTION });
    expect(left).not.toHaveProperty('triggerEventCompletedAt');
    expect(splitOff(begun, [], null)).toMatchObject({ kept: { times: {} }, left: NOTHING });
  });

  it('is a story that was handed in, with its time', () => {
    const { kept, left } = splitOff(submitted, [], null);
    expect(kept).toMatchObject({ status: 'submitted', isDone: true, times: { mediaUploadCompletedAt: SUBMITTED } });
    expect(left).toEqual({ ...NOTHING, mediaUploadCompletedAt: null });
  });

  it('is not what came through the public page, which stays the first that came', () => {
    expect(splitOff(submitted, [], FIRST_UPLOAD).left.mediaUploadCompletedAt).toEqual(FIRST_UPLOAD);
    const uploaded = aParticipant({ ...told, mediaUploadCompletedAt: FIRST_UPLOAD });
    expect(splitOff(uploaded, [2], null).left).not.toHaveProperty('mediaUploadCompletedAt');
  });
});
