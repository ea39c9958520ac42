import type { OxlintOverride } from 'oxlint';

/** A kind of import that some folders may not use: `regex` is tried on the import's text, `group` are gitignore patterns. */
type Restriction = { message: string } & ({ regex: string } | { group: string[] });

/**
 * The layers of the API, lowest first; a layer imports only itself and lower ones. Within a layer each row of folders
 * imports only earlier rows, so no two folders import each other. Files beside the folders put their layer together.
 */
export const API_LAYERS: { layer: string; folders: string[][] }[] = [
  {
    layer: 'contract',
    folders: [
      ['common'],
      ['media', 'transcripts'],
      ['people'],
      ['interview'],
      ['search', 'videos'],
      ['staff'],
      ['consent'],
      ['stories'],
    ],
  },
  {
    layer: 'platform',
    folders: [
      ['config', 'memory'],
      ['traces'],
      ['database'],
      ['http', 'jobs'],
      ['rate-limits', 'mail', 'audit', 'health'],
      ['auth', 'startup'],
    ],
  },
  { layer: 'media', folders: [['store'], ['sandbox'], ['renditions'], ['transcode'], ['uploads']] },
  {
    layer: 'people',
    folders: [
      ['ledger'],
      ['participants'],
      ['sign-in', 'consent'],
      ['photos', 'public-uploads', 'external-forms', 'reminders'],
      ['interview'],
      ['helpers'],
    ],
  },
  { layer: 'archive', folders: [['stories'], ['publishing'], ['elsewhere'], ['videos'], ['unclaimed', 'my-story']] },
  { layer: 'staff', folders: [] },
  { layer: 'operations', folders: [['backup', 'keeping'], ['doctor']] },
];
const LAYERS = API_LAYERS.map(({ layer }) => layer);

/** The screens, each a folder of app/ named as its route, and the screens whose parts it uses. */
export const APP_FOLDERS: Record<string, string[]> = {
  landing: ['sign-in', 'interview'],
  'sign-in': [],
  interview: ['photos', 'sign-in'],
  photos: [],
  upload: [],
  'save-progress': [],
  guardian: [],
  help: [],
  release: [],
  'my-story': ['release', 'interview'],
  stories: [],
  story: [],
  listen: [],
  test24: [],
  'admin-gate': [],
  'admin-link': ['admin-gate'],
  admin: ['admin-gate'],
  admin2: ['admin-gate'],
  admin3: ['admin-gate'],
  admin4: ['admin-gate'],
};

/** A relative import that leaves its folder and enters one of `folders`. */
const into = (folders: string[]) => `^(\\.\\./)+(${folders.join('|')})/`;

const NO_SCRIPTS: Restriction = { regex: '^\\.\\.?/(.*/)?scripts/', message: 'Nothing imports scripts.' };
const NO_FRONT_END: Restriction = { regex: into(['app', 'site']), message: 'The API never imports app or site.' };
const ONLY_CONTRACT: Restriction = {
  group: ['**/api/**', '!**/api/contract/**'],
  message: 'Of the API, only its contract is imported.',
};
const NO_FIXTURES: Restriction = {
  regex: '(^|/)testing/',
  message: 'Production code never imports fixtures.',
};
const NO_TYPEORM: Restriction = {
  regex: '^(typeorm|@nestjs/typeorm)(/|$)',
  message: 'Only repositories, entities, modules and platform/database know TypeORM.',
};
const NO_FILES: Restriction = {
  regex: '^(node:)?fs(/promises)?$',
  message:
    'Only media/, archive/publishing/, people/ledger/, operations/, and of the platform config, database, mail and startup touch files.',
};
/** `way`: how many folders up an import goes that leaves its feature. */
const noInnerParts = (way: string): Restriction => ({
  regex: `^(\\.\\./)${way}[^.][^/]*/(.*/)?[^/]+\\.(repository|controller)\\.js$`,
  message: 'A feature reaches another feature only through its service.',
});
const CONTROLLERS_USE_SERVICES: Restriction = {
  regex: '\\.(repository|entity)\\.js$',
  message: 'Controllers use services.',
};
const ALWAYS = [NO_SCRIPTS, NO_FRONT_END, NO_FIXTURES];

const FILE_FOLDERS = [
  'media',
  'archive/publishing',
  'operations',
  'people/ledger',
  ...['config', 'database', 'mail', 'startup'].map((name) => `platform/${name}`),
];
/** What may know TypeORM; `stored-sessions.ts` is what three repositories have in common. */
const ASSEMBLY = '{*.{repository,entity,module},stored-sessions}.ts';

/** Globs start at the folder of this file, so paths from the project's root are looked for below any folder. */
const anywhere = (files: string[]) => files.map((file) => `**/${file}`);

function restrict(files: string[], restrictions: Restriction[]): OxlintOverride {
  return { files: anywhere(files), rules: { 'no-restricted-imports': ['error', { patterns: restrictions }] } };
}

/** In an override the last match wins and replaces the earlier list, so every list is complete. */
function apiFolder(folder: string, orders: Restriction[]): OxlintOverride[] {
  const touchesFiles = FILE_FOLDERS.some((name) => folder === name || folder.startsWith(`${name}/`));
  const base = [...ALWAYS, ...orders, ...(touchesFiles ? [] : [NO_FILES])];
  if (folder === 'platform/database') return [restrict([`api/${folder}/**/*.ts`], base)];
  const below = (files: string, way: string) => {
    const inner = [...base, noInnerParts(way)];
    return [
      restrict([`api/${folder}/${files}/*.ts`], [...inner, NO_TYPEORM]),
      restrict([`api/${folder}/${files}/${ASSEMBLY}`], inner),
      restrict([`api/${folder}/${files}/*.controller.ts`], [...inner, NO_TYPEORM, CONTROLLERS_USE_SERVICES]),
    ];
  };
  // The folders of one feature share its tables.
  const isFeature = folder.includes('/');
  return [...below('**', '+'), ...(isFeature ? below('*/**', '{2,}') : [])];
}

/** Each folder of a layer, and what of the same layer it does not import: the rest of its row, and later ones. */
function foldersInOrder({ layer, folders }: (typeof API_LAYERS)[number]): { folder: string; order: Restriction[] }[] {
  return folders.flatMap((row, index) =>
    row.map((folder) => {
      const notBefore = [...row.filter((name) => name !== folder), ...folders.slice(index + 1).flat()];
      const message = `Within ${layer}, ${folder} does not import that folder.`;
      return { folder, order: notBefore.length > 0 ? [{ regex: into(notBefore), message }] : [] };
    }),
  );
}

function apiLayer(rows: (typeof API_LAYERS)[number]): OxlintOverride[] {
  const { layer } = rows;
  const higher = LAYERS.slice(LAYERS.indexOf(layer) + 1);
  const layers: Restriction[] =
    higher.length > 0
      ? [{ regex: into(higher), message: `Layers: ${LAYERS.join(' ← ')}. ${layer} is below that one.` }]
      : [];
  return [
    ...apiFolder(layer, layers),
    ...foldersInOrder(rows).flatMap(({ folder, order }) => apiFolder(`${layer}/${folder}`, [...layers, ...order])),
  ];
}

/** Imports nothing else, no package either. */
function contractLayer(rows: (typeof API_LAYERS)[number]): OxlintOverride[] {
  const message = 'The contract imports only itself.';
  return [
    restrict(['api/contract/**'], [NO_FIXTURES, { group: ['*', '!./**'], message }]),
    ...foldersInOrder(rows).map(({ folder, order }) =>
      restrict(
        [`api/contract/${folder}/**`],
        [
          NO_FIXTURES,
          ...order,
          { regex: '^(\\.\\./){2,}', message },
          { regex: '^\\.\\./[^/]+$', message: 'What stands beside the folders puts them together.' },
          // Last: what such a pattern allows is not tried on further ones.
          { group: ['*', '!./**', '!../**'], message },
        ],
      ),
    ),
  ];
}

const appFolders = Object.entries(APP_FOLDERS).map(([folder, uses]) => {
  const others = Object.keys(APP_FOLDERS).filter((name) => name !== folder && !uses.includes(name));
  return restrict(
    [`app/${folder}/**`],
    [NO_SCRIPTS, NO_FIXTURES, ONLY_CONTRACT, { regex: into(others), message: `${folder} does not use that screen.` }],
  );
});

/** Who may import whom; `import-boundaries.spec.ts` plants what is forbidden and sees it refused. */
export const importBoundaries: OxlintOverride[] = [
  restrict(['api/**/*.ts'], ALWAYS),
  ...API_LAYERS.flatMap((rows) => (rows.layer === 'contract' ? contractLayer(rows) : apiLayer(rows))),
  restrict(['api/**/*.spec.ts', 'api/testing/**', 'api/**/testing/**'], [NO_SCRIPTS, NO_FRONT_END]),
  restrict(
    ['app/shared/**'],
    [
      NO_SCRIPTS,
      NO_FIXTURES,
      ONLY_CONTRACT,
      { regex: into(Object.keys(APP_FOLDERS)), message: 'Shared code knows no screen.' },
    ],
  ),
  ...appFolders,
  restrict(['app/**/*.spec.{ts,tsx}', 'app/**/testing/**'], [NO_SCRIPTS, ONLY_CONTRACT]),
  restrict(
    ['site/**'],
    [NO_SCRIPTS, NO_FIXTURES, ONLY_CONTRACT, { regex: into(['app']), message: 'Only pages mount islands.' }],
  ),
  restrict(
    ['site/{pages,layouts}/**'],
    [
      NO_SCRIPTS,
      NO_FIXTURES,
      ONLY_CONTRACT,
      { group: ['**/app/**', '!**/app/**/*.island.js'], message: 'Pages mount islands only.' },
    ],
  ),
  { files: anywhere(['api/**', 'app/**', 'site/**']), rules: { 'node/no-process-env': 'error' } },
  restrict(['site/**/*.spec.ts'], [NO_SCRIPTS, ONLY_CONTRACT]),
  {
    files: anywhere(['api/platform/config/**', 'api/testing/**', 'api/**/*.spec.ts']),
    rules: { 'node/no-process-env': 'off' },
  },
];
