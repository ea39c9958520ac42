/** What is other with every run. */
const VOLATILE = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  /(?<=\b(?:Video|User|Photo|Answer) )[0-9a-f]{8}\b/,
  /(?<=http:\/\/)(?:localhost|127\.0\.0\.1):\d+/,
  /\d{4}-\d{2}-\d{2}/,
  /[A-Z][a-z]{2,8} \d{1,2}, \d{4}(?:, \d{1,2}:\d{2}\s[AP]M)?/,
  /[\d.]+ (?:bytes|byte|kB|MB)/,
];
/** Each in a group of its own, which tells what was found. */
const ANY_VOLATILE = new RegExp(VOLATILE.map(({ source }) => `(${source})`).join('|'), 'g');

/** A role, its name in quotes, its states, and behind a colon what it says; the key is quoted itself where it has colons. */
const QUOTED_KEY = /^'((?:[^']|'')*)'(.*)$/;
const NODE = /^(\S+?)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)(:(?: (.*))?)?$/;

/** An accessible tree as it is kept: of what is other with every run only the form. */
export function keptTree(tree: string): string {
  const lines = tree.split('\n').map((line) => (line.search(ANY_VOLATILE) < 0 ? line : keptLine(line)));
  return `${lines.join('\n')}\n`;
}

function keptLine(line: string): string {
  const start = line.indexOf('- ') + 2;
  const node = line.slice(start);
  const [, key, afterKey] = QUOTED_KEY.exec(node) ?? [];
  const plain = key === undefined ? node : `${key.replaceAll("''", "'")}${afterKey}`;
  const [, role, name, states = '', end = '', words] = NODE.exec(plain) ?? [];
  if (role === undefined) throw new Error(`No line of an accessible tree: ${line}`);
  const head = name === undefined ? `${role}${states}` : `'${role} ${pattern(name)}${states}'`;
  return `${line.slice(0, start)}${head}${words === undefined ? end : `: '${pattern(words)}'`}`;
}

/** The pattern of a text, as it stands between single quotes. */
function pattern(written: string): string {
  const text = written.startsWith('"') ? (JSON.parse(written) as string) : written;
  let form = '';
  let from = 0;
  for (const found of text.matchAll(ANY_VOLATILE)) {
    const volatile = VOLATILE.find((_, place) => found[place + 1] !== undefined);
    form += `${escaped(text.slice(from, found.index))}${volatile?.source ?? ''}`;
    from = found.index + found[0].length;
  }
  return `/^${form}${escaped(text.slice(from))}$/`.replaceAll("'", "''");
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}
