import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { request } from '../shared/http/request.js';
import { sendBody } from '../shared/http/send-body.js';
import { withRetries } from '../shared/http/with-retries.js';
import { ScreenServer } from './screen-server.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const shownButtons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const madeAt = (element: object) => {
  const { _debugStack: stack } = element as { _debugStack: Error };
  return stack;
};

describe('a document for screens', () => {
  it('tells the style that an element has now, though it was asked before', () => {
    const { container } = render(
      <p>
        <button>Save</button>
      </p>,
    );
    const paragraph = container.querySelector('p') as HTMLElement;
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeNull();
    paragraph.style.display = 'none';
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    paragraph.removeAttribute('style');
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeNull();
  });

  it('tells the style of what stands where another like it stood', () => {
    const { rerender } = render(
      <p key="first">
        <button>One</button>
      </p>,
    );
    expect(shownButtons()).toEqual(['One']);
    rerender(
      <p key="second" style={{ visibility: 'hidden' }}>
        <button>Two</button>
      </p>,
    );
    expect(shownButtons()).toEqual([]);
    rerender(
      <p key="third">
        <button>Three</button>
        <button hidden>Four</button>
      </p>,
    );
    expect(shownButtons()).toEqual(['Three']);
  });

  it.each([
    ['an element', 'button { display: none }', []],
    ['a class', '.gone { display: none }', ['Two']],
    ['an attribute', '[data-gone] { display: none }', ['Two']],
    ['a name', '#one { display: none }', ['Two']],
    ['what is before it', 'button + button { display: none }', ['One']],
    ['its place', 'button:last-child { display: none }', ['One']],
    ['the screen', '@media screen { .gone { display: none } }', ['Two']],
  ])('tells the style that a style sheet gives by %s', (_by, rules, shown) => {
    const buttons = (
      <p>
        <button id="one" className="gone" data-gone="">
          One
        </button>
        <button>Two</button>
      </p>
    );
    render(buttons);
    expect(shownButtons()).toEqual(['One', 'Two']);
    const sheet = document.createElement('style');
    sheet.textContent = rules;
    document.head.append(sheet);
    expect(shownButtons()).toEqual(shown);
    sheet.remove();
    expect(shownButtons()).toEqual(['One', 'Two']);
  });

  it('does not remember of each element where it was made', () => {
    const one = madeAt(<p />);
    expect(one).toBeInstanceOf(Error);
    expect(madeAt(<p />)).toBe(one);
  });

  it('shows the document of a wait that was given up', async () => {
    render(<p>Here I am</p>);
    const looking = screen.findByText('Somebody else', {}, { timeout: 50 });
    await expect(looking).rejects.toThrow('Here I am');
  });
});

describe('a page that was left', () => {
  const CALL = 'POST /api/words';
  const calls = [
    ['a call', () => request('POST', '/api/words')],
    ['a form', () => sendBody('/api/words', new FormData())],
  ] as const;
  const settled = jest.fn();
  /** What comes to the next page of what this one tries, which is left while the call is `open`, or waits to be made again. */
  async function leave(call: () => Promise<unknown>, meanwhile: 'open' | 'waiting'): Promise<string[]> {
    const { promise: isDue, resolve } = Promise.withResolvers<void>();
    const server = new ScreenServer().on(CALL, () => {
      if (meanwhile === 'waiting') return { status: 503 };
      resolve();
      return new Promise(() => undefined);
    });
    await server.open('/');
    void withRetries(call, { delaysMs: [30], onWait: resolve }).then(settled, settled);
    await isDue;
    await server.close();
    const next = new ScreenServer().on(CALL, { status: 204 });
    await next.open('/');
    await pause(100);
    await next.close();
    return next.received.map((received) => received.call);
  }
  beforeEach(() => void settled.mockClear());

  it.each(calls)('hears no more of %s that is open, and makes it at no other server', async (_, call) => {
    expect(await leave(call, 'open')).toEqual([]);
    expect(settled).not.toHaveBeenCalled();
  });

  it.each(calls)('tries %s again at no other server', async (_, call) => {
    expect(await leave(call, 'waiting')).toEqual([]);
    expect(settled).not.toHaveBeenCalled();
  });

  it.each(calls)('makes no call any more: %s', async (_, call) => {
    const server = new ScreenServer().on(CALL, { status: 204 });
    await server.open('/');
    leaveAddress();
    void call().then(settled, settled);
    await pause(50);
    await server.close();
    expect(server.received).toEqual([]);
    expect(settled).not.toHaveBeenCalled();
  });
});
