import { escapeXml } from '../../../contract/xml.js';

/** A page that search engines should know. */
export interface SitemapPage {
  address: string;
  /** When it last changed, ISO 8601; left out where that is not known. */
  changedAt?: string;
}

/** The addresses of these pages, in the given order. */
export function sitemap(publicUrl: string, pages: SitemapPage[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((page) => urlElement(publicUrl, page)),
    '</urlset>',
    '',
  ].join('\n');
}

/** Asks crawlers to leave the API and the staff's pages alone, and shows them the sitemap. */
export function robots(publicUrl: string): string {
  return ['User-agent: *', 'Disallow: /api/', 'Disallow: /admin', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

function urlElement(publicUrl: string, { address, changedAt }: SitemapPage): string {
  const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`;
  return `<url><loc>${escapeXml(publicUrl + address)}</loc>${lastmod}</url>`;
}
