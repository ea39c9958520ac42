import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RelaxNGValidator, XmlDocument, XsdValidator } from 'libxml2-wasm';

/** The schema of sitemaps.org, which the package of that name brings. */
const SITEMAP_SCHEMA = path.resolve(import.meta.dirname, '../../../../node_modules/sitemap/schema/sitemap.xsd');
/** RSS 2.0 as its specification has it, in any order. */
const FEED_SCHEMA = path.join(import.meta.dirname, 'rss.rng');

/** What is wrong with the sitemap of a tree; empty when nothing is. */
export async function checkSitemap(folder: string): Promise<string> {
  return check(XsdValidator.fromDoc(await read(SITEMAP_SCHEMA)), await read(path.join(folder, 'sitemap.xml')));
}

/** What is wrong with the feed of a tree; empty when nothing is. */
export async function checkFeed(folder: string): Promise<string> {
  return check(RelaxNGValidator.fromDoc(await read(FEED_SCHEMA)), await read(path.join(folder, 'stories/feed.xml')));
}

async function read(file: string): Promise<XmlDocument> {
  return XmlDocument.fromBuffer(await readFile(file));
}

function check(validator: { validate(document: XmlDocument): void }, document: XmlDocument): string {
  try {
    validator.validate(document);
    return '';
  } catch (error) {
    return String(error);
  }
}
