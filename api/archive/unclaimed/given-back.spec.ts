import type { WholeBeginning } from '../../people/participants/unclaimed-beginnings.service.js';
import { aParticipant } from '../../testing/a-participant.js';
import { givenBack } from './given-back.js';

const EARLIER = '2026-03-02T09:00:00.000Z';
const LATER = '2026-03-04T09:00:00.000Z';
const beginning: WholeBeginning = {
  participantId: aParticipant().id,
  status: 'in_progress',
  isDone: false,
  tag: false,
  instagram: null,
  tiktok: null,
  answers: 1,
  photos: 0,
  drafts: 0,
  lastAt: null,
  times: {},
};

describe('what is given back to a person', () => {
  it('has of two times the earlier', () => {
    const times = { introductionCompletedAt: EARLIER, triggerEventCompletedAt: LATER, lifeTodayCompletedAt: LATER };
    const since = { introductionCompletedAt: new Date(LATER), triggerEventCompletedAt: new Date(EARLIER) };
    expect(givenBack(aParticipant(since), { ...beginning, times })).toMatchObject({
      introductionCompletedAt: new Date(EARLIER),
      triggerEventCompletedAt: new Date(EARLIER),
      lifeTodayCompletedAt: new Date(LATER),
    });
  });

  it('leaves the times of other steps', () =>
    expect(givenBack(aParticipant(), beginning)).not.toHaveProperty('introductionCompletedAt'));

  it.each(['beginning', 'person'])('is handed in, done and tagged where the %s was', (which) => {
    const told = { status: 'submitted', isDone: true, tag: true } as const;
    const [person, begun] = which === 'person' ? [told, {}] : [{}, told];
    expect(givenBack(aParticipant(person), { ...beginning, ...begun })).toMatchObject(told);
  });

  it('is none of that where neither was', () =>
    expect(givenBack(aParticipant(), beginning)).toMatchObject({ status: 'in_progress', isDone: false, tag: false }));

  it('has its handles where staff have written no others since', () => {
    const begun = { ...beginning, instagram: 'begun', tiktok: 'begun' };
    expect(givenBack(aParticipant({ instagram: 'corrected' }), begun)).toMatchObject({
      instagram: 'corrected',
      tiktok: 'begun',
    });
  });

  it('is kept in browsers under the id of the person, too, after the one under which they keep it now', () => {
    const { id } = aParticipant();
    expect(givenBack(aParticipant({ keptUnder: ['other'] }), beginning).keptUnder).toEqual(['other', id]);
    expect(givenBack(aParticipant({ keptUnder: [id] }), beginning).keptUnder).toEqual([id]);
    expect(givenBack(aParticipant(), beginning).keptUnder).toEqual([id]);
  });
});
