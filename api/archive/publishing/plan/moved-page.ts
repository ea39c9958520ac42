import { escapeXml } from '../../../contract/xml.js';

/**
 * The page at a former address: it leads on by itself wherever the tree is served by a server that knows nothing of it, and
 * names nobody. Ours answers 301 in its place.
 * @param path of the story, as links have it
 */
export function movedPage(publicUrl: string, path: string): string {
  const address = escapeXml(path);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="default-src 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="dark light">',
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<link rel="canonical" href="${escapeXml(publicUrl + path)}">`,
    '<title>This story has moved</title>',
    '</head>',
    '<body>',
    `<p><a href="${address}">This story has moved. Go on to it.</a></p>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
