import { readPage, render } from './page-locals.mjs';

describe('what a page is rendered from, in its place', () => {
  it('comes back as it was', async () => {
    const locals = {
      settings: { publicUrl: 'http://localhost' },
      payload: { title: '</script><script>alert(1)</script>' },
    };
    const { html } = await render({ path: '/stories', locals });
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(readPage(html)).toEqual({ path: '/stories', locals });
  });

  it('is not looked for in other answers', () => {
    expect(readPage('<html><body>Page Not Found</body></html>')).toBeNull();
  });
});
