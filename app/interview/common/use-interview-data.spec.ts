import type { AnswerVideo } from '../../../api/contract/interview/answers.js';
import type { CurrentUser } from '../../../api/contract/people/participants.js';
import { combineLoaded } from './use-interview-data.js';

const refetch = async () => Promise.reject(new Error('not asked for'));
const loaded = <T>(data: T) => ({ data, isError: false, refetch });
const failing = <T>(data?: T) => ({ data, isError: true, refetch });
const anna = { id: 'anna' } as CurrentUser;
const helpers = loaded({ links: [], added: [] });
const answer = { id: 'one' } as AnswerVideo;

describe('what the interview has loaded', () => {
  it('is ready with everything', () => {
    const data = combineLoaded([loaded(anna), loaded([]), loaded([answer]), loaded([]), helpers]);
    expect(data).toEqual({ status: 'ready', user: anna, questions: [], answers: [answer], written: [], helped: [] });
  });

  it('stays when the answers cannot be read again, as after a session that ended in another tab', () => {
    expect(combineLoaded([loaded(anna), loaded([]), failing([answer]), failing([]), helpers])).toMatchObject({
      status: 'ready',
      answers: [answer],
    });
  });

  it('knows who is signed out, and what failed from the start', () => {
    expect(combineLoaded([loaded(null), loaded([]), failing(), failing(), helpers])).toEqual({ status: 'signed-out' });
    expect(combineLoaded([loaded(anna), loaded([]), failing(), failing(), helpers]).status).toBe('failed');
  });
});
