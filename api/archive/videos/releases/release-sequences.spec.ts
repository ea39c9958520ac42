import fc from 'fast-check';
import type { MyStory } from '../../../contract/stories/my-story.js';
import type { ReleaseDecision, ReleaseUse } from '../../../contract/videos/releases.js';
import { provenPerson } from '../../../testing/proven-person.js';
import { mediaOf, PublishedSite, storyOf } from '../../../testing/published-site.js';
import { sampleMp4 } from '../../../testing/sample-media.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { ReleaseTimes } from './release-times.js';

const PATH = '/api/my-story';
const DAY = 24 * 3_600_000;

/** What happens, one after another. Days are counted from the beginning. */
type Step =
  | {
      kind:
        'ask' | 'approve' | 'unapprove' | 'withdraw' | 'hide' | 'show' | 'no' | 'change' | 'day' | 'edit' | 'rename';
    }
  | {
      kind: 'yes';
      uses: ReleaseUse[];
      linkOnly: boolean;
      from: number | null;
      lasts: number | null;
      name: string | null;
    };

const simple = fc.constantFrom<Step>(
  ...(['ask', 'unapprove', 'hide', 'show', 'no', 'change', 'change', 'day', 'day', 'edit', 'rename'] as const).map(
    (kind) => ({ kind }),
  ),
);
const yes = fc.record<Step & { kind: 'yes' }>({
  kind: fc.constant('yes'),
  uses: fc.constantFrom<ReleaseUse[]>(['archive'], ['archive'], ['archive', 'social'], ['documentary']),
  linkOnly: fc.boolean(),
  from: fc.option(fc.integer({ min: 1, max: 2 })),
  lasts: fc.option(fc.integer({ min: 1, max: 2 })),
  name: fc.option(fc.constantFrom('Robin', 'Kim')),
});
/** Producers press Approve at every turn: what they may not publish has to hold against that. */
const turns = fc
  .tuple(fc.oneof({ weight: 5, arbitrary: simple }, { weight: 3, arbitrary: yes }), fc.boolean())
  .map(([step, isApproved]): Step[] => [step, ...(isApproved ? [{ kind: 'approve' } as const] : [])]);
/** Nothing comes after the last step of some. */
const sequences = fc
  .tuple(fc.array(turns, { minLength: 2, maxLength: 8 }), fc.boolean())
  .map(([some, ends]): Step[] => [
    { kind: 'approve' },
    ...some.flat(),
    ...(ends ? [{ kind: 'withdraw' } as const] : []),
  ]);

/** What the person has said last, as they remember it. */
interface Word {
  decision: ReleaseDecision;
  /** Of what they saw: the same number is the same cut. */
  cut: number;
  /** Of the cut itself, whatever name and address it has: the same number shows the same. */
  content: number;
  isForArchive: boolean;
  linkOnly: boolean;
  from: number;
  until: number;
}

/** Some hundred requests, one after another, however slow the machine is. */
const SLOWLY_MS = 300_000;

let films = 0;

describe.each([false, true])('whatever happens in whatever order, a release required: %p', (isRequired) => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start(isRequired ? { REQUIRE_RELEASE: '1' } : {});
  });
  afterAll(() => site.testApp.close());

  const play = async (sequence: Step[]) => {
    const { id, browser } = await provenPerson(site.testApp);
    const { body } = await site.archive
      .upload(id, { questionId: 1, transcript: 'I climbed.' }, sampleMp4(1000, ++films))
      .expect(201);
    const video = body as ShowcaseVideo;
    const storyNow = async () => (await browser.get(PATH).expect(200)).body as MyStory;
    const look = () => site.testApp.app.get(ReleaseTimes).look();
    const last: { word: Word | null } = { word: null };
    let cut = 0;
    let content = 0;
    let today = 0;
    let isHidden = false;
    let isGone = false;
    const addresses = new Set<string>([storyOf(video)]);

    const answer = async (said: object) => {
      const { videos } = await storyNow();
      await browser
        .post(`${PATH}/videos/${video.id}/release`)
        .send({ cutHash: videos[0]!.release.cutHash, ...said })
        .expect(204);
    };
    const happen = async (step: Step) => {
      switch (step.kind) {
        case 'ask':
          return void (await site.archive.post(`/${video.id}/release-request`));
        case 'approve':
          return void (await site.archive.approve(video.id));
        case 'unapprove':
          return void (await site.archive.unapprove(video.id).expect(200));
        case 'edit':
          cut++;
          content++;
          return void (await site.archive.edit(video.id, { title: `Title ${cut}` }).expect(200));
        case 'rename':
          cut++;
          return void (await browser
            .patch(PATH)
            .send({ shownName: `Name ${cut}` })
            .expect(204));
        case 'hide':
          isHidden = true;
          return void (await browser.post(`${PATH}/hide`).expect(204));
        case 'show':
          isHidden = false;
          return void (await browser.post(`${PATH}/show`).expect(204));
        case 'day':
          today++;
          // Everything that was said is a day older.
          await site.testApp.dataSource.query(
            `UPDATE cut_release SET public_from = public_from - interval '1 day',
                    public_until = public_until - interval '1 day' WHERE participant_id = $1`,
            [id],
          );
          return look();
        case 'no':
          last.word = { decision: 'no', cut, content, isForArchive: false, linkOnly: false, from: 0, until: Infinity };
          return answer({ decision: 'no' });
        case 'change':
          last.word = {
            ...(last.word ?? { isForArchive: true, linkOnly: false, from: 0, until: Infinity }),
            decision: 'change',
            cut,
            content,
          };
          return answer({ decision: 'change', words: 'Shorter.' });
        case 'yes': {
          const from = step.from ?? 0;
          const ends = step.lasts === null ? null : from + step.lasts;
          const after = (days: number) => new Date(Date.now() + days * DAY - 3_600_000).toISOString();
          // Another name, or another way to be found, is another cut, and this answer is to that one.
          cut++;
          last.word = {
            decision: 'yes',
            cut,
            content,
            isForArchive: step.uses.includes('archive'),
            linkOnly: step.linkOnly,
            from: today + from,
            until: ends === null ? Infinity : today + ends,
          };
          return answer({
            decision: 'yes',
            uses: step.uses,
            linkOnly: step.linkOnly,
            ...(step.from !== null && { publicFrom: after(from) }),
            ...(ends !== null && { publicUntil: after(ends) }),
            ...(step.name !== null && { shownName: step.name }),
          });
        }
        case 'withdraw':
          isGone = true;
          return void (await browser.post(`${PATH}/withdraw`).send({ what: 'video', id: video.id }).expect(200));
      }
    };
    /** Whether what was said lets anything be public now. */
    const isAllowed = (): boolean => {
      if (isHidden || isGone) return false;
      const { word } = last;
      if (word === null) return !isRequired;
      if (word.decision === 'no' || today < word.from || today >= word.until) return false;
      if (word.decision === 'change' && word.content === content) return false;
      if (!word.isForArchive) return false;
      return !isRequired || (word.decision === 'yes' && word.cut === cut);
    };

    for (const step of sequence) {
      await happen(step);
      const { storyPath, videos } = await storyNow();
      if (storyPath) addresses.add(storyPath);
      const readable: string[] = [];
      for (const address of [...addresses].flatMap((path) => [path, path.replace('/stories/', '/api/user-story/')])) {
        if ((await site.testApp.http.get(address)).status === 200) readable.push(address);
      }
      if ((await site.get(mediaOf(video))).status === 200) readable.push(mediaOf(video));
      const isPublic = videos[0]?.isPublic ?? false;
      expect({ step, isPublic, isReadable: readable.length > 0 }).toEqual({ step, isPublic, isReadable: isPublic });
      expect({ step, isTooMuch: isPublic && !isAllowed() }).toEqual({ step, isTooMuch: false });
      // At its address of today alone.
      expect(readable.filter((address) => !address.endsWith(storyPath?.split('/').at(-1) ?? '?'))).toEqual([]);
      if (!isPublic || !last.word?.linkOnly) continue;
      const { text } = await site.get('/api/stories-overview').expect(200);
      expect(text).not.toContain(video.id);
    }
  };

  it(
    'nothing is public that was not released, and nothing readable after a no',
    async () => {
      const holds = fc.assert(fc.asyncProperty(sequences, play), { numRuns: 6, endOnFailure: true });
      await expect(holds).resolves.toBeUndefined();
    },
    SLOWLY_MS,
  );
});
