import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ScreenServer } from '../../testing/screen-server.js';
import { forgetSessionOwner, noteSessionOwner } from '../http/session-owner.js';
import { OwnPage } from './own-page.js';
import { toast, toastStore } from './toast-store.js';

let server: ScreenServer;
beforeEach(async () => {
  server = new ScreenServer().on('GET /api/mine', { body: {} });
  await server.open('/mine');
  render(
    <OwnPage heading="Mine" path="/api/mine" ended="Please sign in.">
      <h1>My story</h1>
      <input aria-label="Wishes" />
    </OwnPage>,
  );
});
afterEach(() => {
  jest.restoreAllMocks();
  forgetSessionOwner();
  return server.close();
});

/** The browser keeps the page, or comes back to it. */
const tell = (type: 'pagehide' | 'pageshow', persisted = true) => act(() => tellAsBrowsersDo(type, persisted));
/** Unlike within `act`, what is drawn later is not drawn by the next line. */
const tellAsBrowsersDo = (type: 'pagehide' | 'pageshow', persisted = true) =>
  void dispatchEvent(Object.assign(new Event(type), { persisted }));
const headings = () => screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent);
const story = () => screen.queryByRole('heading', { name: 'My story' });

describe('a page of one person, as the browser keeps it', () => {
  it('has nothing of theirs in it, and comes back as it was', async () => {
    noteSessionOwner('anna');
    await userEvent.type(screen.getByLabelText('Wishes'), 'Keep it');
    toast({ title: 'My story is saved' });
    tell('pagehide');
    expect(toastStore.read()).toBeNull();
    expect(story()).toBeNull();
    expect(document.body.textContent).not.toContain('My story');
    expect(headings()).toEqual(['Mine']);
    tell('pageshow');
    await screen.findByRole('heading', { name: 'My story' });
    expect(headings()).toEqual(['My story']);
    expect(screen.getByLabelText('Wishes')).toHaveProperty('value', 'Keep it');
  });

  it('comes back where it was left, with the keyboard in its place', async () => {
    noteSessionOwner('anna');
    const scrolled = jest.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
    const place = jest.replaceProperty(globalThis, 'scrollY', 300);
    await userEvent.click(screen.getByLabelText('Wishes'));
    tell('pagehide');
    place.restore();
    expect(document.activeElement).toBe(document.body);
    tell('pageshow');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Wishes')));
    expect(scrolled.mock.calls).toEqual([[{ top: 300, behavior: 'instant' }]]);
  });

  it('has nothing of theirs in it as soon as it is told, which is when it is kept', () => {
    noteSessionOwner('anna');
    tellAsBrowsersDo('pagehide');
    expect(document.body.textContent).not.toContain('My story');
    expect(headings()).toEqual(['Mine']);
  });

  it.each(['nobody', 'bea'])('is not shown where %s is signed in', async (session) => {
    noteSessionOwner('anna');
    tell('pagehide');
    server.session = session;
    tell('pageshow');
    await screen.findByText('Please sign in.');
    expect(headings()).toEqual(['Mine']);
    server.session = 'anna';
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'My story' });
  });

  it('waits for a server that cannot be reached', async () => {
    noteSessionOwner('anna');
    server.on('GET /api/mine', 'cut');
    tell('pagehide');
    tell('pageshow');
    await screen.findByText('We could not be reached just now. Nothing is lost.');
    expect(headings()).toEqual(['Mine']);
    server.on('GET /api/mine', { body: {} });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'My story' });
  });

  it('is as any other page while it shows nobody, or is not kept', () => {
    tell('pagehide');
    expect(story()).not.toBeNull();
    noteSessionOwner('anna');
    tell('pagehide', false);
    tell('pageshow', false);
    expect(story()).not.toBeNull();
    expect(server.received).toEqual([]);
  });
});
