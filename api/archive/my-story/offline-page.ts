import { LANGUAGE, LOCALE } from '../../contract/common/language.js';
import { escapeXml } from '../../contract/stories/xml.js';

/** What the page of a download shows, in this order. Names of files are relative to it. */
export interface OfflineStory {
  name: string;
  /** ISO 8601. */
  at: string;
  sections: OfflineSection[];
}

interface OfflineSection {
  heading: string;
  /** Said where there is nothing. */
  none: string;
  things: OfflineThing[];
}

export interface OfflineThing {
  title: string;
  /** Small, below the title. */
  note?: string;
  video?: string;
  photo?: string;
  /** Each a paragraph. */
  words?: string[];
  files: OfflineFile[];
}

interface OfflineFile {
  label: string;
  name: string;
}

/** Nothing runs, and nothing is loaded but what lies beside it: whatever somebody typed stays words. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; media-src 'self' file:";

const STYLE = `
:root{color-scheme:dark;--ground:#16181d;--surface:#1e2128;--line:#3a404c;--text:#d9d5cc;--muted:#a8a59d;--accent:#9cc3d3}
@media (prefers-color-scheme:light){:root{color-scheme:light;--ground:#f2efe8;--surface:#faf8f3;--line:#cfc9bd;--text:#2b2d32;--muted:#5d5f63;--accent:#2c5d72}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:17px/1.55 'Atkinson Hyperlegible Next','Atkinson Hyperlegible',system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:48px 16px 72px}
h1,h2,.words{font-family:'Source Serif 4',Georgia,serif}
h1{font-size:clamp(1.875rem,1.3rem + 2.4vw,2.625rem);line-height:1.2;margin:0 0 12px}
h2{font-size:1.5625rem;line-height:1.25;margin:48px 0 12px}
h3{font-size:1.0625rem;margin:0}
p{margin:0;max-width:65ch;overflow-wrap:anywhere}
article{display:grid;gap:12px;padding:24px 0;border-top:1px solid var(--line)}
video,img{display:block;max-width:min(100%,20rem);max-height:70vh;border-radius:10px;background:var(--surface)}
.words{display:grid;gap:12px;white-space:pre-line}
.muted{color:var(--muted);font-size:.9375rem}
ul{display:flex;flex-wrap:wrap;gap:4px 24px;margin:0;padding:0;list-style:none}
a{display:inline-block;padding:8px 0;color:var(--accent);text-underline-offset:.2em;overflow-wrap:anywhere}
a:focus-visible,video:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

/** One page that opens from a folder, without a network and for as long as there are browsers. */
export function offlinePage({ name, at, sections }: OfflineStory): string {
  const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
  return `<!doctype html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>My story</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>My story</h1>
<p class="muted"><span dir="auto">${escapeXml(name)}</span>. This is what was kept on ${day}. Everything opens from this folder, also without internet.</p>
${sections.map(section).join('\n')}
<h2>Whether all of it is whole</h2>
<p><a href="SHA256SUMS.txt">SHA256SUMS.txt</a> has a fingerprint of every file here. Anyone can check with it that nothing was changed.</p>
</main>
</body>
</html>
`;
}

function section({ heading, none, things }: OfflineSection): string {
  const content = things.length === 0 ? `<p class="muted">${none}</p>` : things.map(thing).join('\n');
  return `<section>\n<h2>${heading}</h2>\n${content}\n</section>`;
}

function thing({ title, note, video, photo, words = [], files }: OfflineThing): string {
  const label = escapeXml(title);
  const parts = [
    `<h3 dir="auto">${label}</h3>`,
    note && `<p class="muted" dir="auto">${escapeXml(note)}</p>`,
    video && `<video controls preload="metadata" src="${address(video)}" aria-label="${label}"></video>`,
    photo && `<img src="${address(photo)}" alt="${label}" loading="lazy">`,
    words.length > 0 &&
      `<div class="words">${words.map((text) => `<p dir="auto">${escapeXml(text)}</p>`).join('')}</div>`,
    files.length > 0 && `<ul>${files.map(link).join('')}</ul>`,
  ];
  return `<article>\n${parts.filter(Boolean).join('\n')}\n</article>`;
}

function link({ label, name }: OfflineFile): string {
  return `<li><a href="${address(name)}">${escapeXml(label)}</a></li>`;
}

function address(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}
