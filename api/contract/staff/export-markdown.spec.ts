import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import MarkdownIt from 'markdown-it';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { exportFileName, storyExport, type StoryExport } from './export-markdown.js';

const questions: StoryExport['questions'] = [
  { id: 2, title: 'The events that caused it', sequence: 2 },
  { id: 1, title: 'Life before ME/CFS', sequence: 1 },
];
const anna = { id: 'a', firstName: 'Anna', lastName: 'Example', createdAt: '2025-03-01T12:00:00.000Z' };
const ben = { id: 'b', firstName: 'Ben', lastName: "O'Neill", createdAt: '2025-03-02T12:00:00.000Z' };
const video = (userId: string, questionId: number | null, transcript: string, isShown = true) => {
  return { userId, questionId, transcript, isShown };
};

describe('story export', () => {
  it('tells person by person, question by question', () => {
    const videos = [
      video('b', 2, 'Things changed.\nAll at once.\n\n\nThen – nothing.'),
      video('a', 2, 'Things changed when I fell ill.'),
      video('a', 1, 'I loved to dance.'),
    ];
    expect(storyExport({ users: [anna, ben], videos, questions })).toBe(`# ME/CFS Stories

## Anna Example

### Life before ME/CFS

I loved to dance.

### The events that caused it

Things changed when I fell ill.

## Ben O'Neill

### The events that caused it

Things changed.
All at once.

Then – nothing.
`);
  });

  it.each([0, 1])('tells the answer that the public sees, whichever was approved last', (shown) => {
    const videos = ['One.', 'Another.'].map((text, at) => video('a', 1, text, at === shown));
    const text = storyExport({ users: [anna], videos, questions });
    expect(text.includes('One.')).toBe(shown === 0);
    expect(text.includes('Another.')).toBe(shown === 1);
  });

  it('leaves out the story overview, and whoever has nothing else', () => {
    const videos = [video('a', null, 'All of it.'), video('a', 0, 'All of it.'), video('c', 1, 'Of nobody here.')];
    expect(storyExport({ users: [anna, ben], videos, questions })).toBe('# ME/CFS Stories\n');
  });

  it('says when there is no transcript', () => {
    expect(storyExport({ users: [anna], videos: [video('a', 1, ' \n')], questions })).toContain(
      '### Life before ME/CFS\n\nNo transcript available\n',
    );
  });

  it('leaves ordinary writing as it is', () => {
    const text = `It wasn't "nothing" – at 10:30 (or so...) I slept 3.5 hours; well-being? 50% less, and/or worse!`;
    expect(storyExport({ users: [anna], videos: [video('a', 1, text)], questions })).toContain(`\n${text}\n`);
  });

  it('parts bare addresses by a mark that nobody sees', () => {
    const text = 'At https://a.example, www.b.org or c@d.org. Aww... 3@ 4';
    expect(storyExport({ users: [anna], videos: [video('a', 1, text)], questions })).toContain(
      'At https:\u2060\\//a\\.example, www\u2060\\.b\\.org or c\u2060\\@d\\.org. Aww... 3\\@ 4',
    );
  });

  it('names the file by the day in UTC', () => {
    expect(exportFileName(new Date('2026-11-20T23:59:59Z'))).toBe('story-data-export-2026-11-20.md');
  });
});

type Element = [tag: string, text: string];

/** Of no width: see markdownLine(). */
const WORD_JOINER = /\u2060/gu;

/** As a reader that makes markup of all it can: HTML, tables, links of bare addresses. */
const markdown = new MarkdownIt({ html: true, linkify: true });

/** Every block of the rendered document with its text as a reader sees it; markup within it shows as its name. */
function elements(source: string): Element[] {
  const found: Element[] = [];
  for (const { nesting, tag, type, children } of markdown.parse(source, {})) {
    const block = found.at(-1);
    if (children && block) {
      const text = children.map((part) => (part.type === 'text' ? part.content : part.type)).join('');
      block[1] = text.replaceAll(WORD_JOINER, '');
    } else if (nesting >= 0) found.push([tag || type, '']);
  }
  return found;
}

/** The same as GitHub's Markdown, whose readers find links in what is already read as text. */
function gitHubElements(source: string): Element[] {
  const document = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return document.children.map((block) => {
    const tag = block.type === 'heading' ? `h${block.depth}` : block.type === 'paragraph' ? 'p' : block.type;
    const children = 'children' in block ? block.children : [];
    const text = children.map((part) => (part.type === 'text' ? part.value : part.type)).join('');
    return [tag, text.replaceAll(WORD_JOINER, '').replaceAll('\n', 'softbreak')];
  });
}

const readers = { 'markdown-it': elements, "GitHub's": gitHubElements };

/** The same of a transcript that was written without any thought of markup: its paragraphs, line by line. */
function writtenElements(transcript: string): Element[] {
  const lines = transcript.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.replaceAll('\t', ' ').trim());
  const paragraphs = lines
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  if (paragraphs.length === 0) paragraphs.push('No transcript available');
  return paragraphs.map((text) => ['p', text.replaceAll('\n', 'softbreak')]);
}

const onOneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

const markup = {
  blocks: ['# ', '## a ##', '- ', '* ', '+ ', '1. ', '2) ', '> ', '```', '~~~', '    ', '\t', '[a]: /b', ': a'],
  rules: ['---', '- - -', '***', '___', '===', '='],
  tables: ['|', '| a | b |', '|-|-|', ':-:', '-|-', ':'],
  html: ['<b>', '</b>', '<script>', '<!--', '-->', '<?x', '<![CDATA[', '&amp;', '&#35;', '&lt;'],
  links: ['[a](b)', '![a](b)', '[a]', '[^1]', '[ ] ', '[x] ', '(b)', '<https://a.example>', '@anna', '#1'],
  addresses: [
    'HTTPS://A.example',
    'a.b+c@d.org',
    '_@b.com',
    'www.',
    'https://a.example/b',
    'http://localhost',
    '//localhost',
    'www.a.example',
    'a@b.com',
    'mailto:a@b.com',
  ],
  words: ['*a*', '_a_', '**', '~~a~~', '`a`', '$a$', '^a^', '==a==', ':smile:', '\\'],
  others: ['\n', '\n\n', '\r\n', '\r', '  \n', ' ', '\u00a0', 'a', 'Ω', '1', '.', ')', '!', '/'],
};
const snippets = Object.values(markup).flat();
const anyText = array(oneof({ weight: 4, arbitrary: constantFrom(...snippets) }, string({ unit: 'grapheme' })), {
  maxLength: 12,
}).map((parts) => parts.join(''));

describe.each(Object.entries(readers))('the Markdown of a story export, as %s reads it,', (_name, read) => {
  it.each(snippets.map((snippet) => [snippet]))('shows %j as text', (snippet) => {
    const places = [snippet, `a\n${snippet}`, `${snippet}\na`, `${snippet}a`, `a ${snippet}`, `a\n\n${snippet}`];
    for (const transcript of places) {
      const source = storyExport({ users: [anna], videos: [video('a', 1, transcript)], questions });
      expect(read(source).slice(3)).toEqual(writtenElements(transcript));
    }
  });

  it('has no elements but its headings and paragraphs, and loses no text, whatever people wrote', () => {
    assert(
      property(anyText, anyText, anyText, (firstName, title, transcript) => {
        const users = [{ ...anna, firstName }];
        const source = storyExport({
          users,
          videos: [video('a', 1, transcript)],
          questions: [{ id: 1, title, sequence: 1 }],
        });
        expect(read(source)).toEqual([
          ['h1', 'ME/CFS Stories'],
          ['h2', onOneLine(`${firstName} Example`)],
          ['h3', onOneLine(title)],
          ...writtenElements(transcript),
        ]);
      }),
      { numRuns: 600 },
    );
  });
});
