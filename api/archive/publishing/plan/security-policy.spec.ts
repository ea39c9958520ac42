import { completePolicy, withPolicy } from './security-policy.js';

const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1).join(' ')]));

describe('security policy', () => {
  it('adds what Astro does not know', () => {
    const { header } = completePolicy("script-src 'self' 'sha256-a='; style-src 'self' 'sha256-b=';", false);
    expect(directives(header)).toEqual({
      'default-src': "'self'",
      'img-src': "'self' data: blob:",
      'media-src': "'self' blob:",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'self'",
      'form-action': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      'script-src': "'self' 'sha256-a=' 'wasm-unsafe-eval'",
      'style-src': "'self' 'sha256-b='",
      'frame-ancestors': "'none'",
    });
  });

  it('lets the page’s own directives win', () => {
    const { header } = completePolicy("media-src 'none'; script-src 'self' 'wasm-unsafe-eval'", false);
    expect(directives(header)).toMatchObject({ 'media-src': "'none'", 'script-src': "'self' 'wasm-unsafe-eval'" });
  });

  it('asks for nothing unencrypted on an encrypted site', () => {
    const { meta, header } = completePolicy(null, true);
    for (const policy of [meta, header]) expect(policy.split('; ')).toContain('upgrade-insecure-requests');
    expect(completePolicy(null, false).header).not.toContain('upgrade');
  });

  it('holds for a page without any', () => {
    expect(directives(completePolicy(null, false).header)['script-src']).toBe("'self' 'wasm-unsafe-eval'");
  });

  it('leaves to the header what browsers refuse in a page', () => {
    const { meta, header } = completePolicy("frame-ancestors 'self'; sandbox; report-to errors", false);
    expect(meta).not.toMatch(/frame-ancestors|sandbox|report-to/);
    expect(header).toMatch(/frame-ancestors 'none'$/);
  });

  it('stands before all that it holds for, but after the character set', () => {
    const policy = { meta: `script-src "x"`, header: '' };
    const element = '<meta http-equiv="content-security-policy" content="script-src &quot;x&quot;">';
    expect(withPolicy('<head lang="en"><script></script></head>', policy)).toBe(
      `<head lang="en">${element}<script></script></head>`,
    );
    expect(withPolicy('<head> <meta charset="utf-8"/><script></script></head>', policy)).toBe(
      `<head> <meta charset="utf-8"/>${element}<script></script></head>`,
    );
  });

  it('takes no header element for a head', () => {
    expect(withPolicy('<head></head><header></header>', { meta: 'm', header: '' })).toMatch(/^<head><meta/);
    expect(() => withPolicy('<header></header>', { meta: 'm', header: '' })).toThrow('without a head');
  });
});
