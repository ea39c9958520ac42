/** What browsers of 2023 do not know, see `api/contract/common/older-browsers.ts`. */
const NEWER: [object, string[]][] = [
  [AbortSignal, ['any']],
  [Intl, ['Segmenter']],
  [Map, ['groupBy']],
  [Object, ['groupBy']],
  [Promise, ['try', 'withResolvers']],
  [Set.prototype, ['difference', 'intersection', 'symmetricDifference', 'union']],
  [String.prototype, ['isWellFormed', 'toWellFormed']],
  [URL, ['canParse', 'parse']],
];

/** Every case has a browser that knows none of it. */
export function useOlderBrowser(): void {
  const known = NEWER.flatMap(([owner, names]) =>
    names.map((name) => ({ owner, name, property: Object.getOwnPropertyDescriptor(owner, name) })),
  );
  beforeEach(() => {
    for (const { owner, name } of known) Reflect.deleteProperty(owner, name);
  });
  afterEach(() => {
    for (const { owner, name, property } of known) if (property) Object.defineProperty(owner, name, property);
  });
}
