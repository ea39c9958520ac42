import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { AGREED_FRAGMENT } from '../../../../api/contract/consent/consent.ts';
import { LANDING_DIALOGS } from '../../../../api/contract/pages.ts';
import { questionOfFragment } from '../../../../api/contract/people/resume.ts';
import { filesOf } from './files-of.ts';

/** What a page of the tree names, and what can be named in it. */
interface PageLinks {
  links: string[];
  ids: string[];
}

/** Addresses that only the server answers. */
const OF_THE_SERVER = /^\/api\//;
/** Whether a script of that page reads the fragment (with its `#`), or draws the element that it names. */
const OF_SCRIPTS: Record<string, (fragment: string) => boolean> = {
  'index.html': isOfLanding,
  'landing/index.html': isOfLanding,
  'interview/index.html': (fragment) => fragment === AGREED_FRAGMENT || fragment === '#content',
};

/**
 * Every link of a published tree that leads nowhere in it, as "file: address": of its pages, its sitemap, its feed and its
 * styles, with their fragments. Links that leave the site are not followed.
 * @param parser a page that may parse HTML, such as about:blank
 */
export async function brokenLinks(folder: string, publicUrl: string, parser: Page): Promise<string[]> {
  const files = new Set(await filesOf(folder));
  const pages = new Map<string, PageLinks>();
  const named = new Map<string, string[]>();
  for (const file of files) {
    const text = () => readFile(path.join(folder, file), 'utf8');
    if (file.endsWith('.html')) {
      const page = await parser.evaluate(readLinks, await text());
      pages.set(file, page);
      named.set(file, page.links);
    } else if (file.endsWith('.xml')) named.set(file, linksOfXml(await text()));
    else if (file.endsWith('.css')) named.set(file, linksOfCss(await text()));
  }

  const isThere = (from: string, link: string): boolean => {
    const url = new URL(link, `${publicUrl}/${from.replace(/(^|\/)index\.html$/, '$1')}`);
    if (url.origin !== new URL(publicUrl).origin || OF_THE_SERVER.test(url.pathname)) return true;
    const asked = decodeURIComponent(url.pathname).slice(1).replace(/\/$/, '');
    const target = [asked, path.posix.join(asked, 'index.html')].find((candidate) => files.has(candidate));
    if (target === undefined) return false;
    const fragment = decodeURIComponent(url.hash).replace(/&t=\d+$/, '');
    if (fragment === '' || OF_SCRIPTS[target]?.(fragment)) return true;
    return pages.get(target)?.ids.includes(fragment.slice(1)) ?? false;
  };
  return [...named].flatMap(([file, links]) =>
    [...new Set(links)].filter((link) => !isThere(file, link)).map((link) => `${file}: ${link}`),
  );
}

/** The addresses in the sitemap of a tree, in their order. */
export async function sitemapAddresses(folder: string): Promise<string[]> {
  return linksOfXml(await readFile(path.join(folder, 'sitemap.xml'), 'utf8')).toSorted();
}

/** The canonical addresses of those pages of a tree that search engines are not asked to pass by, in their order. */
export async function foundAddresses(folder: string): Promise<string[]> {
  const found = new Set<string>();
  for (const file of await filesOf(folder, '.html')) {
    const html = await readFile(path.join(folder, file), 'utf8');
    const [, canonical] = /<link rel="canonical" href="([^"]+)"/.exec(html) ?? [];
    const isPassedBy = /<meta name="robots" content="noindex"/.test(html);
    if (!isPassedBy) found.add(canonical?.replaceAll('&amp;', '&') ?? `none in ${file}`);
  }
  return [...found].toSorted();
}

function isOfLanding(fragment: string): boolean {
  return Object.values<string>(LANDING_DIALOGS).includes(fragment) || questionOfFragment(fragment) !== null;
}

/** Runs in the parser. */
function readLinks(html: string): PageLinks {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const attributes = [
    'href',
    'src',
    'poster',
    'data-src',
    'data-poster',
    'data-audio',
    'data-captions',
    'component-url',
  ];
  const links: string[] = [];
  const ids: string[] = [];
  const read = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.id) ids.push(element.id);
      for (const name of attributes) links.push(element.getAttribute(name) ?? '');
      if (element instanceof HTMLTemplateElement) read(element.content);
    }
  };
  read(parsed);
  for (const meta of parsed.querySelectorAll('meta[property$=":image"], meta[property$=":url"], meta[name$=":image"]'))
    links.push(meta.getAttribute('content') ?? '');
  for (const meta of parsed.querySelectorAll('meta[http-equiv="refresh"]'))
    links.push(/url=(.*)$/.exec(meta.getAttribute('content') ?? '')?.[1] ?? '');
  for (const { textContent } of parsed.querySelectorAll('script[type="application/ld+json"]'))
    for (const [, address = ''] of textContent.matchAll(/"(?:contentUrl|thumbnailUrl|url)":"([^"]+)"/g))
      links.push(address);
  return { links: links.filter((link) => link !== '' && !/^(mailto|tel|data|blob):/.test(link)), ids };
}

function linksOfXml(xml: string): string[] {
  const elements = xml.matchAll(/<(?:loc|link|guid[^>]*)>([^<]+)</g);
  const attributes = xml.matchAll(/ (?:url|href)="([^"]+)"/g);
  return [...elements, ...attributes].map(([, link = '']) => link.replaceAll('&amp;', '&'));
}

function linksOfCss(css: string): string[] {
  return Array.from(css.matchAll(/url\((["']?)([^)"']+)\1\)/g), ([, , link = '']) => link).filter(
    (link) => !link.startsWith('data:'),
  );
}
