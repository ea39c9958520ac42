import type { Request, Response } from 'express';
import { rememberProducer, setCurrentProducer } from '../platform/http/current-producer.js';
import { RecentViews } from './recent-views.js';

function as(name: string, view: () => void): void {
  rememberProducer({} as Request, {} as Response, () => {
    setCurrentProducer(name);
    view();
  });
}

describe('views of a video', () => {
  const minute = 60_000;

  it('last for half an hour from when they began', () => {
    const views = new RecentViews();
    expect(views.isGoingOn('one', 0)).toBe(false);
    views.begin('one', 0);
    expect(views.isGoingOn('one', 30 * minute - 1)).toBe(true);
    expect(views.isGoingOn('two', minute)).toBe(false);
    views.begin('two', 20 * minute);
    expect(views.isGoingOn('one', 30 * minute)).toBe(false);
    views.begin('three', 30 * minute);
    expect(views.isGoingOn('two', 31 * minute)).toBe(true);
  });

  it('are those of one producer', () => {
    const views = new RecentViews();
    as('Maria', () => views.begin('one', 0));
    as('Maria', () => expect(views.isGoingOn('one', minute)).toBe(true));
    as('Olga', () => expect(views.isGoingOn('one', minute)).toBe(false));
    expect(views.isGoingOn('one', minute)).toBe(false);
  });
});
