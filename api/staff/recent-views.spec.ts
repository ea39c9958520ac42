import { asProducer } from '../testing/as-producer.js';
import { RecentViews } from './recent-views.js';

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

  it('are over where the clock is put back to before they began', () => {
    const views = new RecentViews();
    views.begin('one', 24 * 60 * minute);
    expect(views.isGoingOn('one', minute)).toBe(false);
  });

  it('are those of one producer', async () => {
    const views = new RecentViews();
    const isGoingOn = () => views.isGoingOn('one', minute);
    await asProducer('Maria', () => views.begin('one', 0));
    expect(await asProducer('Maria', isGoingOn)).toBe(true);
    expect(await asProducer('Olga', isGoingOn)).toBe(false);
    expect(isGoingOn()).toBe(false);
  });
});
