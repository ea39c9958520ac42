import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { API_LAYERS, APP_FOLDERS } from './import-boundaries.js';

// Draws the import rules as README's picture. `npm run map` writes it; `map.spec.ts` sees that it is the current one.

const BEGIN = '<!-- map: written by `npm run map` -->';
const END = '<!-- /map -->';
const README = fileURLToPath(new URL('../../README.md', import.meta.url));

/** The picture in Mermaid's language: an arrow goes from who imports to what is imported. */
export function drawMap(): string {
  const lines = ['flowchart BT'];
  for (const { layer, folders } of API_LAYERS) {
    lines.push(`  subgraph ${layer}["api/${layer}"]`, '    direction LR');
    if (folders.length === 0) lines.push(`    ${layer}_[${layer}]`);
    lines.push(...folders.flat().map((folder) => `    ${layer}_${folder}[${folder}]`), '  end');
  }
  const screens = Object.keys(APP_FOLDERS);
  lines.push('  subgraph app', '    direction LR', ...screens.map((screen) => `    app_${screen}[${screen}]`), '  end');
  lines.push(
    '  subgraph site',
    '    direction LR',
    '    site_pages[pages]',
    '    site_components[components]',
    '  end',
  );
  API_LAYERS.forEach(({ layer }, index) => {
    const below = API_LAYERS[index - 1];
    if (below) lines.push(`  ${layer} --> ${below.layer}`);
  });
  lines.push('  app --> contract', '  site --> contract', '  site_pages --> app');
  return `${BEGIN}\n\n\`\`\`mermaid\n${lines.join('\n')}\n\`\`\`\n\n${END}`;
}

/** README with the picture as the rules are now. */
export function withMap(readme: string): string {
  const from = readme.indexOf(BEGIN);
  const to = readme.indexOf(END);
  if (from < 0 || to < from) throw new Error('README.md has no place for the map.');
  return readme.slice(0, from) + drawMap() + readme.slice(to + END.length);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(README, withMap(readFileSync(README, 'utf8')));
}
