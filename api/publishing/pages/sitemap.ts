import { storyPath } from '../../contract/story-slug.js';
import { galleryPath } from '../plan/addresses.js';
import { escapeXml } from './xml.js';

/** The addresses of everything that search engines should know. */
export function sitemap(publicUrl: string, userNames: string[], galleryPages: number): string {
  const gallery = Array.from({ length: galleryPages }, (_, index) => galleryPath(index + 1));
  const addresses = ['/', ...gallery, ...userNames.map(storyPath)];
  const urls = addresses.map((address) => `<url><loc>${escapeXml(publicUrl + address)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** Asks crawlers to leave the API and the staff's pages alone, and shows them the sitemap. */
export function robots(publicUrl: string): string {
  return ['User-agent: *', 'Disallow: /api/', 'Disallow: /admin', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}
