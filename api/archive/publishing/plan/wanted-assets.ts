import { OLD_ASSETS_KEPT_MS } from '../../../contract/limits.js';
import type { SiteFile } from '../manifest/site-file.js';
import { HASHED_ASSETS_FOLDER } from './addresses.js';
import { inputsKey } from './inputs-key.js';
import type { WantedFile } from './wanted-file.js';

/** A compiled file that pages load: scripts, styles, fonts, pictures. */
export interface BuildAsset {
  path: string;
  /** Absolute path in the build's folder. */
  from: string;
  hash: string;
}

export function wantedAssets(assets: BuildAsset[]): WantedFile[] {
  return assets.map(({ path, from, hash }) => ({
    path,
    kind: 'asset',
    inputs: inputsKey(hash, ''),
    source: { make: 'asset', from },
  }));
}

/**
 * Assets of earlier builds that stay for a while, so that a page that is open in a browser keeps working:
 * by path, each with the time when it was first no longer built.
 */
export function retiredAssets(
  files: ReadonlyMap<string, SiteFile>,
  built: ReadonlySet<string>,
  now: Date,
): Map<string, SiteFile> {
  const retired = new Map<string, SiteFile>();
  for (const [path, file] of files) {
    if (file.kind !== 'asset' || built.has(path) || !path.startsWith(HASHED_ASSETS_FOLDER)) continue;
    const retiredAt = file.retiredAt ?? now.toISOString();
    if (now.getTime() - Date.parse(retiredAt) < OLD_ASSETS_KEPT_MS) retired.set(path, { ...file, retiredAt });
  }
  return retired;
}
