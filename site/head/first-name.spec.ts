import { initial } from './first-name.js';

describe('first name', () => {
  it.each([
    ['anna', 'A'],
    ['  élodie', 'É'],
    ['李小龍', '李'],
    ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦'],
    ['', ''],
  ])('has an initial: %j gives %j', (name, letter) => expect(initial(name)).toBe(letter));
});
