import { questionOptions, userOptions } from './upload-options.js';

const user = (id: string, firstName: string, lastName: string, email = `${id}@example.org`) => ({
  id,
  firstName,
  lastName,
  email,
});
const question = (id: number, sequence: number) => ({
  id,
  sequence,
  title: `Question ${id}`,
  text: '',
  starterPhrase: null,
});

describe('userOptions', () => {
  it('sorts by full name, whatever the case and the accents', () => {
    const users = [user('1', 'zoe', 'Adams'), user('2', 'Élodie', 'Blanc'), user('3', 'Anna', 'Berg')];
    expect(userOptions(users).map(({ value }) => value)).toEqual(['3', '2', '1']);
  });

  it('shows name and e-mail', () =>
    expect(userOptions([user('1', 'Anna', 'Berg', 'anna@example.org')])).toEqual([
      { value: '1', label: 'Anna Berg (anna@example.org)' },
    ]));

  it('sorts people of one name by e-mail', () => {
    const users = [user('1', 'Anna', 'Berg', 'b@example.org'), user('2', 'Anna', 'Berg', 'a@example.org')];
    expect(userOptions(users).map(({ value }) => value)).toEqual(['2', '1']);
  });

  it('leaves the list it was given as it is', () => {
    const users = Object.freeze([user('1', 'Zoe', 'Adams'), user('2', 'Anna', 'Berg')]);
    expect(() => userOptions(users)).not.toThrow();
  });
});

describe('questionOptions', () => {
  it('puts the story overview, of value 0, before the questions in their order', () =>
    expect(questionOptions([question(2, 2), question(1, 1)])).toEqual([
      { value: 0, label: 'Story overview' },
      { value: 1, label: 'Question 1' },
      { value: 2, label: 'Question 2' },
    ]));
});
