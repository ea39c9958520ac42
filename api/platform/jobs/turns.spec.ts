import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('turns', () => {
  it('are taken by so many at a time, and handed on in the order in which others came', async () => {
    const turns = new Turns(2);
    const taken: string[] = [];
    for (const name of ['Anna', 'Ben', 'Cleo', 'Dora']) void turns.take().then(() => taken.push(name));
    await nextTurn();
    expect(taken).toEqual(['Anna', 'Ben']);
    turns.end();
    await nextTurn();
    expect(taken).toEqual(['Anna', 'Ben', 'Cleo']);
    turns.end();
    await nextTurn();
    expect(taken).toEqual(['Anna', 'Ben', 'Cleo', 'Dora']);
  });

  it('are free again once nobody waits', async () => {
    const turns = new Turns(1);
    await turns.take();
    turns.end();
    let isTaken = false;
    void turns.take().then(() => (isTaken = true));
    await nextTurn();
    expect(isTaken).toBe(true);
  });
});
