import type { Request, Response } from 'express';
import { rememberProducer, setCurrentProducer } from '../platform/http/current-producer.js';
import { RecentLooks } from './recent-looks.js';

function as(name: string, look: () => void): void {
  rememberProducer({} as Request, {} as Response, () => {
    setCurrentProducer(name);
    look();
  });
}

describe('looks at a video', () => {
  const minute = 60_000;

  it('last for half an hour from when they began', () => {
    const looks = new RecentLooks();
    expect(looks.isGoingOn('one', 0)).toBe(false);
    looks.begin('one', 0);
    expect(looks.isGoingOn('one', 30 * minute - 1)).toBe(true);
    expect(looks.isGoingOn('two', minute)).toBe(false);
    looks.begin('two', 20 * minute);
    expect(looks.isGoingOn('one', 30 * minute)).toBe(false);
    looks.begin('three', 30 * minute);
    expect(looks.isGoingOn('two', 31 * minute)).toBe(true);
  });

  it('are those of one producer', () => {
    const looks = new RecentLooks();
    as('Maria', () => looks.begin('one', 0));
    as('Maria', () => expect(looks.isGoingOn('one', minute)).toBe(true));
    as('Olga', () => expect(looks.isGoingOn('one', minute)).toBe(false));
    expect(looks.isGoingOn('one', minute)).toBe(false);
  });
});
