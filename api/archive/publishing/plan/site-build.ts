import type { PageRenderer } from '../../../contract/pages.js';
import type { BuildAsset } from './wanted-assets.js';

/** The compiled site: what renders its pages, and the files that they load. */
export interface LoadedBuild {
  /** Changes with the build. */
  key: string;
  renderer: PageRenderer;
  assets: BuildAsset[];
}

/** Where the compiled site comes from. */
export abstract class SiteBuild {
  /** Loads the build once; later calls answer the same. */
  abstract load(): Promise<LoadedBuild>;
}
