import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { addedBy } from '../../contract/people/helpers.js';
import { RECEIPT_ACTOR_WORDS, RECEIPT_WORDS } from '../../contract/consent/receipt-words.js';
import { DOWNLOAD_RUNNING, WHAT_I_AGREED_TO } from '../../contract/common/wordings.js';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { MediaService } from '../../media/store/media.service.js';
import { findMediaType, isPlayedEverywhere, isSeenEverywhere } from '../../media/store/media-types.js';
import { fileNamePart, sendZip, type ZipEntry } from '../../media/store/zip-response.js';
import { ReceiptFiles } from '../../people/consent/receipt-files.service.js';
import { AnswersService } from '../../people/interview/answers.service.js';
import { QuestionsService } from '../../people/interview/questions.service.js';
import { WrittenAnswersService } from '../../people/interview/written-answers.service.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { UnclaimedBeginnings } from '../../people/participants/unclaimed-beginnings.service.js';
import { emailUnproven, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import { StoryWishesService } from '../../people/participants/story-wishes.service.js';
import { PhotosService } from '../../people/photos/photos.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { AppError } from '../../platform/http/app-error.js';
import { Turns } from '../../platform/jobs/turns.js';
import { ShowcaseFilesService } from '../videos/catalogue/showcase-files.service.js';
import type { ShowcaseVideoRow } from '../videos/catalogue/showcase-video-row.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';
import { aboutMe } from './about-me.js';
import { DownloadTurnsRepository } from './download-turns.repository.js';
import { offlinePage, type OfflineThing } from './offline-page.js';

const PAGE_NAME = 'index.html';
/** Each is opened for a moment. */
const LOOKED_AT_ONCE = 4;
const LOST = 'A file of it could not be found, and is not here. Please write to us.';

/** Things of one kind as the page shows them, with their files. */
interface Part {
  things: OfflineThing[];
  entries: ZipEntry[];
}

/** Everything of a person as one ZIP, for that person alone. */
@Injectable()
export class StoryDownload {
  private readonly logger = new Logger('My story');

  constructor(
    private readonly turns: DownloadTurnsRepository,
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly choices: StoryChoicesService,
    private readonly wishes: StoryWishesService,
    private readonly answers: AnswersService,
    private readonly writtenAnswers: WrittenAnswersService,
    private readonly questions: QuestionsService,
    private readonly photos: PhotosService,
    private readonly personVideos: PersonVideosService,
    private readonly files: ShowcaseFilesService,
    private readonly receiptFiles: ReceiptFiles,
    private readonly media: MediaService,
    private readonly audit: AuditService,
  ) {}

  /** @throws AppError 403 `email_unproven`; 409 `download_running` while the one before is under way */
  async send(person: SignedInParticipant, response: Response): Promise<void> {
    if (!person.isProven) throw emailUnproven();
    const giveBack = await this.turns.take(person.id);
    if (!giveBack) throw new AppError(409, 'download_running', DOWNLOAD_RUNNING);
    const downloadName = `my-story-${new Date().toISOString().slice(0, 10)}.zip`;
    const open = (file: MediaFile) => this.media.open(file);
    if (response.req.method === 'HEAD') {
      // Whoever is told that it can begin begins it at once.
      await giveBack();
      return sendZip(response, { downloadName, entries: [], open });
    }
    try {
      const entries = await this.collect(person.id);
      await this.audit.record('own_data_downloaded', { type: 'participant', id: person.id });
      // What fails is cut off midway: whoever downloads it sees that it is not whole.
      await sendZip(response, { downloadName, entries, open }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') this.logger.error(error);
      });
    } finally {
      await giveBack();
    }
  }

  private async collect(id: string): Promise<ZipEntry[]> {
    const [participant, choice, wishes, unclaimed] = await Promise.all([
      this.participants.get(id),
      this.choices.find(id),
      this.wishes.find(id),
      this.beginnings.find(id),
    ]);
    const parts = await Promise.all([
      // Made, perhaps, of what somebody else recorded.
      unclaimed === null ? this.findVideos(id) : { things: [], entries: [] },
      this.findAnswers(id),
      this.findWords(id),
      this.findPhotos(id),
      this.findReceipts(id),
    ]);
    const lost = await this.findLost(parts.flatMap(({ entries }) => entries));
    const [videos, answers, written, photos, receipts] = parts.map((part) => withoutLost(part, lost)) as typeof parts;
    const about: ZipEntry = { name: 'about-me.json', content: asJson({ ...aboutMe(participant, choice), wishes }) };
    const page = offlinePage({
      name: choice.shownName ?? participant.firstName,
      at: new Date().toISOString(),
      sections: [
        { heading: 'Finished videos', none: 'There is no finished video.', things: videos.things },
        { heading: 'My answers', none: 'There is no answer.', things: [...answers.things, ...written.things] },
        { heading: 'My photos', none: 'There is no photo.', things: photos.things },
        { heading: WHAT_I_AGREED_TO, none: 'There are no receipts.', things: receipts.things },
        {
          heading: 'About me',
          none: '',
          things: [
            { title: 'My name, my e-mail, what I chose and what I wish', files: [fileOf(about, 'about-me.json')] },
          ],
        },
      ],
    });
    const entries = [videos, answers, written, photos, receipts].flatMap((part) => part.entries);
    return [{ name: PAGE_NAME, content: page }, about, ...entries];
  }

  /** The names of those whose files are not there: with them the whole would break off, and all that comes later with it. */
  private async findLost(entries: ZipEntry[]): Promise<ReadonlySet<string>> {
    const lost = new Set<string>();
    const turns = new Turns(LOOKED_AT_ONCE);
    const look = async (entry: ZipEntry) => {
      if (!('file' in entry)) return;
      await turns.take();
      try {
        if (await this.media.isThere(entry.file)) return;
      } finally {
        turns.end();
      }
      lost.add(entry.name);
      this.logger.error(`${entry.file.key} is missing: a person's download goes without it.`);
    };
    await Promise.all(entries.map(look));
    return lost;
  }

  private async findVideos(id: string): Promise<Part> {
    const videos = await this.personVideos.listOf(id);
    return gather(await Promise.all(videos.map((video, index) => this.findVideo(video, index))));
  }

  private async findVideo(video: ShowcaseVideoRow, index: number): Promise<Part> {
    const { title, description, transcript, isShown, approvedAt, mediaId, videoUrl, shownName } = video;
    const name = numbered('videos', index, title || 'video');
    const words: ZipEntry[] = transcript === '' ? [] : [{ name: `${name}-transcript.txt`, content: transcript }];
    const state = isShown && approvedAt ? `Public since ${approvedAt.toISOString().slice(0, 10)}` : 'Not public';
    const recorded =
      mediaId === null
        ? { entries: [], shown: undefined }
        : withShown(name, (await this.files.findOriginal(video.id)).file, await this.files.findPlayable(video.id));
    return {
      entries: [...recorded.entries, ...words],
      things: [
        {
          title: title || 'Video',
          note: `${state}, under the name ${shownName}${videoUrl === null ? '' : `. It is at ${videoUrl}`}`,
          video: recorded.shown,
          words: [description, transcript].filter(Boolean),
          files: [
            ...recorded.entries.slice(0, 1).map((entry) => fileOf(entry, 'The video as a file')),
            ...words.map((entry) => fileOf(entry, 'The transcript')),
          ],
        },
      ],
    };
  }

  private async findAnswers(id: string): Promise<Part> {
    const recordings = await this.answers.listOriginals(id);
    return gather(
      recordings.map(({ question, title, isChosen, piece, media, playable }, index) => {
        const { entries, shown } = withShown(numbered('answers', index, `question-${question}`), media, playable);
        const notes = [`Question ${question}`, piece > 1 && `part ${piece}`, !isChosen && 'an earlier recording'];
        return {
          entries,
          things: [
            {
              title,
              note: notes.filter(Boolean).join(', '),
              video: shown,
              files: entries.slice(0, 1).map((entry) => fileOf(entry, 'The recording as a file')),
            },
          ],
        };
      }),
    );
  }

  private async findWords(id: string): Promise<Part> {
    const [words, places] = await Promise.all([this.writtenAnswers.listWithHelpers(id), this.questions.findPlaces()]);
    const written = words.filter(({ text }) => text.trim() !== '');
    const helped = written.filter(({ addedByHelper }) => addedByHelper);
    return gather(
      written.map((answer) => {
        const { questionId, text, addedByHelper, helperName } = answer;
        const question = places.get(questionId);
        // As many helpers may have answered a question as there were links.
        const whose = addedByHelper ? `-by-a-helper-${helped.indexOf(answer) + 1}` : '';
        const entry: ZipEntry = { name: `answers/question-${question}-in-words${whose}.txt`, content: text };
        const title = `Question ${question}, in words`;
        const note = addedByHelper && addedBy(helperName);
        const files = [fileOf(entry, 'The words as a file')];
        return { entries: [entry], things: [{ title, ...(note && { note }), words: [text], files }] };
      }),
    );
  }

  private async findPhotos(id: string): Promise<Part> {
    const photos = await this.photos.findAllOf(id);
    const parts = await Promise.all(
      photos.map(async ({ id: photoId, originalMedia, originalName, description }, index) => {
        const name = numbered('photos', index, originalName.replace(/\.[^.]*$/, ''));
        const isSeen = isSeenEverywhere(originalMedia.mimeType);
        // Where it cannot be shown, it comes as it is all the same.
        const picture = isSeen ? originalMedia : await this.photos.findPicture(id, photoId, 'large').catch(() => null);
        const { entries, shown } = withShown(name, originalMedia, picture ?? originalMedia);
        const title = description || originalName || 'Photo';
        const files = entries.slice(0, 1).map((entry) => fileOf(entry, 'The photo as a file'));
        return { entries, things: [{ title, photo: picture ? shown : undefined, files }] };
      }),
    );
    return gather(parts);
  }

  private async findReceipts(id: string): Promise<Part> {
    const receipts = await this.receiptFiles.listOf(id);
    return gather(
      receipts.map(({ receipt: { kind, at, actor }, document }, index) => {
        const entry: ZipEntry = { name: `${numbered('receipts', index, kind)}.json`, content: asJson(document) };
        const note = `${at.slice(0, 10)}, ${RECEIPT_ACTOR_WORDS[actor]}`;
        return {
          entries: [entry],
          things: [{ title: RECEIPT_WORDS[kind], note, files: [fileOf(entry, 'The receipt as a file')] }],
        };
      }),
    );
  }
}

/** The file as it came, and where that is not shown everywhere also what was made of it. */
function withShown(name: string, original: MediaFile, made: MediaFile): { entries: ZipEntry[]; shown: string } {
  const first = { name: withExtension(name, original), file: original };
  const { mimeType } = original;
  if (made.id === original.id || isPlayedEverywhere(mimeType) || isSeenEverywhere(mimeType)) {
    return { entries: [first], shown: first.name };
  }
  const second = { name: withExtension(`${name}-to-show`, made), file: made };
  return { entries: [first, second], shown: second.name };
}

function withExtension(name: string, { mimeType }: MediaFile): string {
  return `${name}.${findMediaType(mimeType)?.extension ?? 'bin'}`;
}

/** No two have the same, whatever their words. */
function numbered(folder: string, index: number, words: string): string {
  return `${folder}/${[String(index + 1).padStart(2, '0'), fileNamePart(words)].filter(Boolean).join('-')}`;
}

function withoutLost({ things, entries }: Part, lost: ReadonlySet<string>): Part {
  const isThere = ({ name }: { name: string }) => !lost.has(name);
  const unlessLost = (name: string | undefined) => (name !== undefined && lost.has(name) ? undefined : name);
  return {
    entries: entries.filter(isThere),
    things: things.map((thing) => {
      const { files, video, photo, note } = thing;
      const isWhole = files.every(isThere) && video === unlessLost(video) && photo === unlessLost(photo);
      if (isWhole) return thing;
      const shown = { video: unlessLost(video), photo: unlessLost(photo), files: files.filter(isThere) };
      return { ...thing, ...shown, note: [note, LOST].filter(Boolean).join('. ') };
    }),
  };
}

function gather(parts: Part[]): Part {
  return { things: parts.flatMap(({ things }) => things), entries: parts.flatMap(({ entries }) => entries) };
}

function fileOf({ name }: ZipEntry, label: string): OfflineThing['files'][number] {
  return { label, name };
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
