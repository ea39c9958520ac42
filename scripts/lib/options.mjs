import { parseArgs } from 'node:util';

const HELP = { help: { type: 'boolean', about: 'says this' } };
const COLUMN_GAP = 3;
const LINE_WIDTH = 100;

/**
 * `about` says what it does; `value` names what is given with it, and `N` is a whole number.
 * @typedef {import('node:util').ParseArgsOptionDescriptor & { about: string, value?: string }} Option
 */

/**
 * Reads what was said after a command. `--help` says how that is used, and ends it; so does, with 2 and in one sentence, what
 * it does not know. Plain enough for the Node that npm runs on.
 * @template {Record<string, Option>} Options
 * @param {object} usage
 * @param {string} usage.command as of npm, such as `npm run build`
 * @param {string} usage.about what it does, in a sentence
 * @param {Options} usage.options
 * @param {string} [usage.places] what is said beside the options, where anything is
 * @param {{ title: string, names: string[] }} [usage.list] what an option chooses from
 * @param {string[]} [words]
 * @returns {{
 *   values: ReturnType<typeof parseArgs<{ options: Options }>>['values'],
 *   positionals: string[],
 * }}
 */
export function readOptions(usage, words = process.argv.slice(2)) {
  const options = { ...usage.options, ...HELP };
  // Node's own words for a mistake are long, and come with a stack.
  const { values, positionals, tokens } = parseArgs({
    args: words,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (values.help === true) {
    console.log(describe(usage, options));
    process.exit(0);
  }
  for (const token of tokens) {
    const mistake = mistakeOf(token, options, usage.places !== undefined);
    if (mistake) refuse(`${mistake}: ${usage.command} -- --help says how it is used.`);
  }
  return { values, positionals };
}

/** Ends the command, which does not know what to do. @returns {never} */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

/** @returns {string | null} */
function mistakeOf({ kind, rawName, name, value, inlineValue }, options, takesPlaces) {
  if (kind === 'positional') return takesPlaces ? null : `There is no use for ${value}`;
  if (kind !== 'option') return null;
  if (!Object.hasOwn(options, name)) return `There is no option ${rawName}`;
  const { type, value: wanted } = options[name];
  if (type === 'boolean') return value === undefined ? null : `${rawName} has no value`;
  // Of another option, most likely.
  if (!value || (!inlineValue && value.startsWith('-'))) return `${rawName} needs a value`;
  return wanted === 'N' && !/^\d+$/.test(value) ? `${rawName} needs a whole number, which ${value} is not` : null;
}

function describe({ command, about, places, list }, options) {
  const said = Object.entries(options).map(([name, { value }]) => `--${name}${value ? ` ${value}` : ''}`);
  const width = Math.max(...said.map(({ length }) => length)) + COLUMN_GAP;
  const lines = Object.values(options).map((option, index) => `  ${said[index].padEnd(width)}${option.about}`);
  const use = [command, '--', ...(places ? [places] : []), '[options]'].join(' ');
  return [use, '', about, '', ...lines, ...(list ? ['', `${list.title}:`, ...inColumns(list.names)] : [])].join('\n');
}

/** Read downwards. */
function inColumns(names) {
  const width = Math.max(...names.map(({ length }) => length)) + COLUMN_GAP;
  const height = Math.ceil(names.length / Math.floor(LINE_WIDTH / width));
  return Array.from({ length: height }, (_, row) =>
    `  ${names
      .filter((_name, index) => index % height === row)
      .map((name) => name.padEnd(width))
      .join('')}`.trimEnd(),
  );
}
