import { LANGUAGE } from '../../contract/common/language.js';

/** A mail to one person: the same words as plain text and as simple HTML. */
export interface Mail {
  /** One address, which a person gave. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A UUID: two mails with the same one are one to whoever gets them. */
  id?: string;
  attachments?: MailAttachment[];
}

interface MailAttachment {
  filename: string;
  contentType: string;
  content: string;
}

/** A part of a mail that can be pressed. */
export interface MailLink {
  label: string;
  url: string;
}

/** Below a mail in whose name somebody is asked or told something. */
export const TEAM = 'The team of ME/CFS stories';

/**
 * Writes a mail out of paragraphs and links. There are no pictures and nothing is loaded from anywhere, so nobody learns
 * whether or when it is read.
 */
export function composeMail(to: string, subject: string, parts: (string | MailLink)[]): Mail {
  const text = parts.map((part) => (typeof part === 'string' ? part : `${part.label}:\n${part.url}`)).join('\n\n');
  return { to, subject, text, html: page(subject, parts.map(paragraph).join('\n')) };
}

function paragraph(part: string | MailLink): string {
  if (typeof part === 'string') return `<p>${escape(part)}</p>`;
  return `<p><a href="${escape(part.url)}" style="font-weight:bold">${escape(part.label)}</a></p>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
</head>
<body style="font-family:sans-serif;font-size:17px;line-height:1.6;max-width:36em;margin:1.5em auto;padding:0 1em">
${content}
</body>
</html>
`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
