/** One video of a story page for specs; a file, unless it has a host or is being prepared. */
export interface SampleClip {
  id: string;
  title: string;
  /** Sentences of two seconds each. */
  words?: string[];
  /** Which of them are in the form of 2 minutes, and so in that of 10. */
  short?: number[];
  audio?: string;
  captions?: string;
  isOverview?: boolean;
  host?: 'vimeo';
  isBeingPrepared?: boolean;
}

/**
 * What the story page's player works with, as the components of `site/components/story` write it. The journeys see the
 * real page.
 */
export function storyPageHtml(userName: string, clips: SampleClip[]): string {
  const [first] = clips;
  return `<div data-story-player="${userName}" data-lengths="${clips.some(({ short }) => short) ? '2 10 words' : 'words'}">
    <main>
      <div data-part="frame">
        <video aria-label="Video of the story" ${first ? source(first) : ''}></video>
        <div data-part="hosted" hidden>
          <div data-part="hosted-cover">
            <img data-part="hosted-picture" alt="" hidden />
            <a data-part="hosted-play" data-play="${first?.id}" href="#"><span data-part="hosted-word"></span></a>
          </div>
        </div>
        <p data-part="preparing" hidden>This video is being prepared.</p>
        <div data-part="overlay" hidden>
          <p data-part="overlay-text">Loading video...</p>
          <div role="alert"><p data-part="failure"></p><p data-part="failure-hint"></p></div>
          <button data-part="retry" data-action="retry" hidden>Try Again</button>
        </div>
      </div>
      <p data-part="current-title"></p>
      <div data-part="hosted-note" hidden>
        <p data-part="hosted-listening"></p>
        <a data-part="hosted-open" href="#"><span data-part="hosted-open-label"></span></a>
      </div>
      <section aria-label="What is said in this video">
        <div data-part="current-text"></div>
        <button data-part="current-toggle" aria-expanded="false" hidden>Read more</button>
      </section>
      <button data-part="playlist" data-action="playlist"><span data-part="playlist-label">Play Full Interview</span></button>
      <button data-preference="listen">Listen only</button>
      ${clips.map(chapter).join('')}
    </main>
    <template data-withdrawn><h2 tabindex="-1">No videos available for this story.</h2></template>
    <div data-needs-videos>
      <dialog id="clips">${clips.map(({ id, title }) => `<button data-part="clip" data-play="${id}">${title}</button>`).join('')}</dialog>
      <aside aria-label="Player" data-part="now-playing" hidden>
        <p role="status" data-part="now-playing-title"></p>
        <button data-part="stop" data-action="playlist" hidden>Stop</button>
      </aside>
      <div role="group" aria-label="This moment" data-part="moment" hidden>
        <button data-part="moment-play"><span data-part="moment-play-label"></span></button>
        <button data-part="moment-link" data-share><span data-part="moment-link-label"></span></button>
      </div>
    </div>
  </div>`;
}

const isFile = ({ host, isBeingPrepared }: SampleClip) => !host && !isBeingPrepared;
const source = (clip: SampleClip) => (isFile(clip) ? `src="/media/${clip.id}.mp4"` : 'hidden');

function chapter(clip: SampleClip): string {
  const { id, title, words = [], short = [], audio, captions, isOverview, host } = clip;
  const hosted = `data-host="${host}" data-host-name="Vimeo" data-embed="https://player.vimeo.com/video/1?dnt=1" data-watch="https://vimeo.com/1"`;
  return `<details id="video-${id}" class="chapter" data-clip="${id}" data-title="${title}" ${isFile(clip) ? `data-src="/media/${id}.mp4"` : ''}
      ${host ? hosted : ''} ${audio ? `data-audio="${audio}"` : ''} ${captions ? `data-captions="${captions}"` : ''}
      ${isOverview ? 'data-overview' : ''}>
    <summary>${title}</summary>
    <a href="/media/${id}.mp4" data-play="${id}">Watch ${title}</a>
    <div data-transcript data-cues="${id}"><a href="#video-${id}&t=0" data-moment="0">0:00</a><p>${words
      .map(
        (text, at) =>
          `${short.includes(at) ? '' : '<button data-gap="2 10" aria-expanded="false" aria-label="What is left out here">…</button>'}<span class="cue" ${short.includes(at) ? 'data-forms="2 10"' : ''} data-start="${2 * at}" data-end="${2 * at + 2}">${text}</span> `,
      )
      .join('')}</p></div>
  </details>`;
}
