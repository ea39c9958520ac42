import { NOT_FOUND_SCRIPT } from './not-found-script.js';

/** As the page is opened at an address: which of its texts is shown. */
function openPage(address: string): (string | undefined)[] {
  openAddress(`https://stories.example${address}`);
  document.title = 'Page Not Found';
  document.body.innerHTML = '<div data-not-found="page"></div><div data-not-found="story" hidden></div>';
  const script = document.createElement('script');
  script.textContent = NOT_FOUND_SCRIPT;
  document.body.append(script);
  const shown = [...document.querySelectorAll<HTMLElement>('[data-not-found]')].filter(({ hidden }) => !hidden);
  return [document.title, ...shown.map(({ dataset }) => dataset.notFound)];
}

describe('the page for unknown addresses', () => {
  it.each(['/stories/anna-2025-03-01', '/stories/zo%C3%AB-2025-03-01/', '/stories/page-2025-03-01'])(
    'tells of a story at %s',
    (address) => expect(openPage(address)).toEqual(['Story Not Found', 'story']),
  );

  it.each(['/nothing', '/stories/page/9', '/stories/page/9/', '/listen/nothing'])('tells of none at %s', (address) =>
    expect(openPage(address)).toEqual(['Page Not Found', 'page']),
  );
});
