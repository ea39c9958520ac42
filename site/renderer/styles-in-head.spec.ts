import { stylesInHead } from './styles-in-head.js';

const STYLE = '<style>astro-island,astro-slot{display:contents}</style>';

describe('the style of islands', () => {
  it('stands in the head of the page', () => {
    expect(
      stylesInHead(`<html><head><title>$&</title></head><body><div>${STYLE}<p>Hello</p></div></body></html>`),
    ).toBe(`<html><head><title>$&</title>${STYLE}</head><body><div><p>Hello</p></div></body></html>`);
  });

  it('is not looked for in what people wrote', () => {
    const html = '<html><head></head><body>&lt;style&gt;astro-island&lt;/style&gt;</body></html>';
    expect(stylesInHead(html)).toBe(html);
  });
});
