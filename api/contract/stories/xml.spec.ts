import { escapeXml } from './xml.js';

describe('text in XML', () => {
  it('is no markup, in an element and in an attribute of either quote', () => {
    expect(escapeXml(`<a href="x" title='y'>1 & 2</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&apos;y&apos;&gt;1 &amp; 2&lt;/a&gt;',
    );
  });

  it('has nothing that XML does not have', () => {
    expect(escapeXml('a\0\u0008\ufffe\uffffb\ud800c')).toBe('ab\ufffdc');
    expect(escapeXml('\t\n\r \ud7ff\ue000\ufffd\u{10000}\u{10ffff}')).toBe(
      '\t\n\r \ud7ff\ue000\ufffd\u{10000}\u{10ffff}',
    );
  });
});
