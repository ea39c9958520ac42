import { assert, property, string } from 'fast-check';
import { duskScene, initial } from './dusk-scene.js';

describe('dusk scene', () => {
  it('is the same for the same person', () => expect(duskScene('anna')).toEqual(duskScene('anna')));
  it('differs between people', () => expect(duskScene('anna')).not.toEqual(duskScene('bert')));

  it('is drawn within its box', () => {
    assert(
      property(string(), (seed) => {
        const { sun, hills } = duskScene(seed);
        expect(sun.x - sun.radius).toBeGreaterThan(0);
        expect(sun.x + sun.radius).toBeLessThan(90);
        expect(hills).toHaveLength(3);
        expect(hills.join('')).not.toContain('NaN');
      }),
    );
  });
});

describe('first name', () => {
  it.each([
    ['anna', 'A'],
    ['  élodie', 'É'],
    ['李小龍', '李'],
    ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦'],
    ['', ''],
  ])('has an initial: %j gives %j', (name, letter) => expect(initial(name)).toBe(letter));
});
