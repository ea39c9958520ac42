import type { OxlintOverride } from 'oxlint';

/** A kind of import that some folders may not use: `regex` is tried on the import's text, `group` are gitignore patterns. */
type Restriction = { message: string } & ({ regex: string } | { group: string[] });

/** Features of the API in the order in which they may use one another: each only those of earlier rows. */
const API_FEATURE_ORDER = [
  ['staff-gate'],
  ['participants'],
  ['sessions'],
  ['interview', 'photos', 'public-uploads', 'redirects'],
  ['progress'],
  ['showcase'],
  ['stories', 'export'],
  ['publishing', 'admin-participants'],
];

const APP_FEATURES = [
  'landing',
  'sign-in',
  'interview',
  'photos',
  'public-upload',
  'resume',
  'save-progress',
  'admin-gate',
  'admin-participants',
  'admin-redirects',
  'admin-showcase',
  'admin-export',
  'story-archive',
  'story-player',
  'demo-player',
];

const APP_FEATURE_USES: Record<string, string[]> = {
  landing: ['sign-in'],
  interview: ['photos', 'sign-in'],
  'admin-participants': ['admin-gate'],
  'admin-redirects': ['admin-gate'],
  'admin-showcase': ['admin-gate'],
  'admin-export': ['admin-gate'],
};

const oneOf = (names: string[]) => `(${names.join('|')})`;
/** A relative import that leaves the folder and enters `folders` beside it. */
const sibling = (folders: string[]) => `^(\\.\\./)+${oneOf(folders)}/`;

const NO_SCRIPTS: Restriction = { regex: '^\\.\\.?/(.*/)?scripts/', message: 'Nothing imports scripts.' };
const NO_FRONT_END: Restriction = { regex: '^(\\.\\./)+(app|site)/', message: 'The API never imports app or site.' };
const ONLY_CONTRACT: Restriction = {
  group: ['**/api/**', '!**/api/contract/**'],
  message: 'Of the API, only its contract is imported.',
};
const NO_TYPEORM: Restriction = {
  regex: '^(typeorm|@nestjs/typeorm)(/|$)',
  message: 'Only repositories, entities, modules and database/ know TypeORM.',
};
const NO_FILES: Restriction = {
  regex: '^(node:)?fs(/promises)?$',
  message: 'Only media/, uploads/, publishing/ and the outbox of mail/ touch files.',
};
const NO_INNER_PARTS: Restriction = {
  regex: '^(\\.\\./)+[^.][^/]*/(.*/)?[^/]+\\.(repository|controller)\\.js$',
  message: 'Features reach another feature only through its service.',
};

/** Globs start at the folder of this file, so paths from the project's root are looked for below any folder. */
const anywhere = (files: string[]) => files.map((file) => `**/${file}`);

function restrict(files: string[], restrictions: Restriction[]): OxlintOverride {
  return { files: anywhere(files), rules: { 'no-restricted-imports': ['error', { patterns: restrictions }] } };
}

const SPECS = ['api/**/*.spec.ts'];
const TYPEORM_FILES = '*.{repository,entity,module}.ts';
const fileFolders = ['media', 'uploads', 'publishing', 'mail', 'config', 'database', 'testing'];

/** In an override the last match wins and replaces the earlier list, so every list is complete. */
function apiFeature(feature: string, laterFeatures: string[]): OxlintOverride[] {
  const always = [NO_SCRIPTS, NO_FRONT_END, NO_INNER_PARTS];
  if (laterFeatures.length > 0) {
    always.push({ regex: sibling(laterFeatures), message: `${feature} comes before that feature.` });
  }
  const files = fileFolders.includes(feature) ? [] : [NO_FILES];
  return [
    restrict([`api/${feature}/**/*.ts`], [...always, ...files, NO_TYPEORM]),
    restrict([`api/${feature}/**/${TYPEORM_FILES}`], [...always, ...files]),
    restrict(
      [`api/${feature}/**/*.controller.ts`],
      [
        ...always,
        ...files,
        NO_TYPEORM,
        { regex: '\\.(repository|entity)\\.js$', message: 'Controllers use services.' },
      ],
    ),
  ];
}

const orderedFeatures = API_FEATURE_ORDER.flatMap((row, index) =>
  row.flatMap((feature) => {
    const others = row.filter((name) => name !== feature);
    return apiFeature(feature, [...others, ...API_FEATURE_ORDER.slice(index + 1).flat()]);
  }),
);
const baseFolders = ['config', 'http', 'health', 'media', 'uploads', 'jobs', 'mail', 'audit', 'rate-limits'].flatMap(
  (folder) => apiFeature(folder, API_FEATURE_ORDER.flat()),
);

const appFeatures = APP_FEATURES.map((feature) => {
  const others = APP_FEATURES.filter((name) => name !== feature && !APP_FEATURE_USES[feature]?.includes(name));
  return restrict(
    [`app/${feature}/**`],
    [NO_SCRIPTS, ONLY_CONTRACT, { regex: sibling(others), message: `${feature} does not use that feature.` }],
  );
});

/** Who may import whom; `import-boundaries.spec.ts` plants what is forbidden and sees it refused. */
export const importBoundaries: OxlintOverride[] = [
  restrict(['api/**/*.ts'], [NO_SCRIPTS, NO_FRONT_END]),
  ...baseFolders,
  // The repositories of two features extend what is here, so it may know TypeORM.
  restrict(
    ['api/token-sessions/**'],
    [
      NO_SCRIPTS,
      NO_FRONT_END,
      NO_FILES,
      { regex: sibling(API_FEATURE_ORDER.flat()), message: 'Sessions of any kind know no feature.' },
    ],
  ),
  ...orderedFeatures,
  restrict(['api/contract/**'], [{ group: ['*', '!./**'], message: 'The contract imports only itself.' }]),
  restrict(SPECS, [NO_SCRIPTS, NO_FRONT_END]),
  restrict(
    ['app/shared/**'],
    [NO_SCRIPTS, ONLY_CONTRACT, { regex: sibling(APP_FEATURES), message: 'Shared code knows no feature.' }],
  ),
  ...appFeatures,
  restrict(
    ['site/**'],
    [NO_SCRIPTS, ONLY_CONTRACT, { regex: '^(\\.\\./)+app/', message: 'Only pages mount islands.' }],
  ),
  restrict(
    ['site/{pages,layouts}/**'],
    [
      NO_SCRIPTS,
      ONLY_CONTRACT,
      { group: ['**/app/**', '!**/app/**/*.island.js'], message: 'Pages mount islands only.' },
    ],
  ),
  { files: anywhere(['api/**', 'app/**', 'site/**']), rules: { 'node/no-process-env': 'error' } },
  { files: anywhere(['api/config/**', 'api/testing/**', 'api/**/*.spec.ts']), rules: { 'node/no-process-env': 'off' } },
];
