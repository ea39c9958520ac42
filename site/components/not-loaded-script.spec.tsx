import { fireEvent } from '@testing-library/react';
import { NOT_LOADED_SCRIPT } from './not-loaded-script.js';

const SKELETON = '<p>Loading questions...</p>';

/** As a page that holds one island. */
function openPage(client: string): Element {
  openAddress('https://stories.example/upload');
  document.body.innerHTML = `<div id="island" client="${client}">${SKELETON}</div>
    <template data-not-loaded><h1>This page could not be loaded</h1><button>Try Again</button></template>`;
  const script = document.createElement('script');
  script.textContent = NOT_LOADED_SCRIPT;
  document.body.append(script);
  return document.querySelector('#island')!;
}

const fail = (island: Element) =>
  fireEvent(island, new CustomEvent('astro:hydration-error', { bubbles: true, cancelable: true }));

describe('a page whose script does not come', () => {
  it('says so in the place of its skeleton', () => {
    const island = openPage('only');
    fail(island);
    expect(island.querySelector('h1')?.textContent).toBe('This page could not be loaded');
    expect(island.textContent).not.toContain('Loading questions...');
  });

  it('keeps what was rendered before', () => {
    const island = openPage('load');
    fail(island);
    expect(island.innerHTML).toBe(SKELETON);
  });
});
