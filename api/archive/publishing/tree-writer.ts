import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { MediaService } from '../../media/store/media.service.js';
import { Images } from '../../media/renditions/images.js';
import type { Stories } from '../stories/shown-video.js';
import { StoriesService } from '../stories/stories.service.js';
import type { SiteFile } from './tree/site-file.js';
import { type ManifestChange, SiteManifest } from './tree/site-manifest.js';
import { drawSharePicture, WINDOW } from './pictures/draw-share-picture.js';
import { type DesiredFile, type FileSource, UNFINISHED } from './plan/desired-file.js';
import { makeFile, type SiteContext } from './plan/make-file.js';
import { contentHash } from './tree/content-hash.js';
import { inParallel } from './tree/in-parallel.js';
import { SiteTree, type StagedFile } from './tree/site-tree.js';

/** Enough to keep the disk and the compressors busy while the next page is rendered. */
const FILES_AT_A_TIME = 8;

/** More are rendered in threads, which take a second to start. */
const PAGES_WITHOUT_THREADS = 200;

/** Bounds what is held in memory at a time: the stories of a batch, and its finished files. */
const STORIES_PER_BATCH = 100;
const FILES_PER_BATCH = 100;

/** What a page refers to is there before the page. */
const WRITING_ORDER: SiteFile['kind'][][] = [['asset'], ['media', 'picture', 'captions'], ['page', 'redirect', 'feed']];

/** A file that could not be made or written. If it could not even be made, whatever stood in its place still does. */
export interface FailedFile extends DesiredFile {
  error: unknown;
}

type SharePictureSource = Extract<FileSource, { make: 'share-picture' }>;

/** A finished file with what the manifest keeps of it beside its size and hash. */
interface ReadyFile extends StagedFile {
  policy?: string;
}

/** Carries out changes to pages, feeds, assets and media; the manifest always knows at least as much as the disk. */
@Injectable()
export class TreeWriter {
  constructor(
    private readonly tree: SiteTree,
    private readonly manifest: SiteManifest,
    private readonly stories: StoriesService,
    private readonly media: MediaService,
    private readonly images: Images,
  ) {}

  /** Needs no free space before the files are gone. */
  async remove(paths: string[]): Promise<void> {
    if (paths.length === 0) return;
    await inParallel(paths, FILES_AT_A_TIME, (path) => this.tree.remove(path));
    await this.manifest.record(paths.map((path) => ({ unset: path })));
  }

  /**
   * Writes files kind by kind. One failure stops no other file.
   * @param isEnough asked now and then whether to leave the rest for another time
   */
  async write(files: DesiredFile[], context: SiteContext, isEnough = () => false): Promise<FailedFile[]> {
    const failed: FailedFile[] = [];
    const pages = files.filter(({ kind }) => kind === 'page').length;
    await using threads = pages > PAGES_WITHOUT_THREADS ? context.build.startThreads() : null;
    const build = threads ? { ...context.build, renderer: threads } : context.build;
    const lacking = new Set<string>();
    for (const kinds of WRITING_ORDER) {
      for (const batch of pageBatches(files.filter(({ kind }) => kinds.includes(kind)))) {
        const stories = await this.stories.findByParticipants(batch.participantIds);
        const unwritten = await this.writeBatch(batch.files, { ...context, build }, stories, lacking);
        for (const { kind, about } of unwritten) if (kind === 'media' && about?.story) lacking.add(about.story);
        failed.push(...unwritten);
        if (isEnough()) return failed;
      }
    }
    return failed;
  }

  /** @param lacking stories without some of their media: the next run looks at all of theirs again */
  private async writeBatch(
    files: DesiredFile[],
    context: SiteContext,
    stories: Stories,
    lacking: ReadonlySet<string>,
  ): Promise<FailedFile[]> {
    const failed: FailedFile[] = [];
    const withdrawn: string[] = [];
    const changes: ManifestChange[] = [];
    await this.manifest.record([{ pending: files.map(({ path }) => path) }]);
    const untouched = new Set(files.map(({ path }) => path));
    await inParallel(files, FILES_AT_A_TIME, async (file) => {
      const { path } = file;
      try {
        const ready = await this.prepare(file, context, stories);
        untouched.delete(path);
        await ready?.commit();
        const isWhole = file.kind !== 'page' || !lacking.has(file.about?.story ?? '');
        if (ready) changes.push(...this.changesFor(isWhole ? file : { ...file, inputs: UNFINISHED }, ready));
        else withdrawn.push(path);
      } catch (error) {
        failed.push({ ...file, error });
      }
    });
    await this.manifest.record([...changes, { untouched: [...untouched] }]);
    await this.remove(withdrawn);
    return failed;
  }

  /** Null: what it shows has been withdrawn since the run began. */
  private async prepare(
    { path, source }: DesiredFile,
    context: SiteContext,
    stories: Stories,
  ): Promise<ReadyFile | null> {
    if (source.make === 'asset') return this.tree.stageFile(path, await readFile(source.from), 'thorough');
    if (source.make === 'media') return this.prepareMedia(path, source.file);
    if (source.make === 'share-picture') return this.preparePicture(path, source);
    const made = await makeFile(source, context, stories);
    return made && { ...(await this.tree.stageFile(path, made.bytes, 'quick')), policy: made.policy };
  }

  private async preparePicture(path: string, { firstName, posterId }: SharePictureSource): Promise<ReadyFile | null> {
    const poster = posterId === null ? null : await this.media.findFile(posterId);
    if (posterId !== null && !poster) return null;
    const draw = async (pixels: Buffer | null) =>
      this.tree.stageFile(path, await this.drawPicture(firstName, pixels), 'quick');
    if (!poster) return draw(null);
    return this.fromMedia(poster, async (posterPath) => draw(await this.images.readPixels(posterPath, WINDOW)));
  }

  protected drawPicture(firstName: string, poster: Buffer | null): Promise<Buffer> {
    return drawSharePicture(firstName, poster);
  }

  private prepareMedia(path: string, file: MediaFile): Promise<ReadyFile | null> {
    const hash = file.sha256.toString('hex');
    return this.fromMedia(file, (original) => this.tree.stageLink(path, { path: original, hash, bytes: file.bytes }));
  }

  /** Null when the file is deleted meanwhile. */
  private async fromMedia(file: MediaFile, use: (path: string) => Promise<ReadyFile>): Promise<ReadyFile | null> {
    try {
      return await this.media.withFile(file, use);
    } catch (error) {
      const isDeleted = (await this.media.findFile(file.id)) === null;
      if (isDeleted) return null;
      throw error;
    }
  }

  private changesFor({ path, kind, inputs, about }: DesiredFile, { facts, policy }: ReadyFile): ManifestChange[] {
    const file = { kind, inputs, ...about, ...facts };
    if (policy === undefined) return [{ set: path, file }];
    const id = contentHash(policy);
    const set = { set: path, file: { ...file, policy: id } };
    return this.manifest.hasPolicy(id) ? [set] : [{ policy: id, text: policy }, set];
  }
}

/** Cuts a list of files into stretches that are made together, each with the people whose stories it needs. */
function* pageBatches(files: DesiredFile[]): Generator<{ files: DesiredFile[]; participantIds: string[] }> {
  let batch: DesiredFile[] = [];
  let people = new Set<string>();
  for (const file of files) {
    batch.push(file);
    for (const id of participantsOf(file.source)) people.add(id);
    if (batch.length < FILES_PER_BATCH && people.size < STORIES_PER_BATCH) continue;
    yield { files: batch, participantIds: [...people] };
    batch = [];
    people = new Set();
  }
  if (batch.length > 0) yield { files: batch, participantIds: [...people] };
}

/** The people whose stories are read to make a file. */
function participantsOf(source: FileSource): string[] {
  if (source.make === 'story') return [source.participantId, ...source.voiceIds];
  if (source.make === 'captions' || source.make === 'redirect') return [source.participantId];
  return 'participantIds' in source ? source.participantIds : [];
}
