import { sentencesOf } from '../../api/contract/transcripts/sentences.js';
import { storySentence, storyTitle } from '../../api/contract/stories/story-title.js';

/** The newest stories, which every web server of the site has; it goes for a moment when one is withdrawn. */
const FEED = '/stories/feed.xml';
/** To be read at a glance. */
const LENGTH = { from: 30, to: 150 };

/** Shows something that one of the newest people says, with the way to her story. Without anybody its place stays empty. */
export function showSomeone(place: HTMLElement): void {
  const asking = new XMLHttpRequest();
  // The browser reads it: no text becomes markup here.
  asking.responseType = 'document';
  asking.overrideMimeType('application/xml');
  asking.addEventListener('load', () => {
    const voice = asking.status === 200 && asking.responseXML ? firstVoice(asking.responseXML) : undefined;
    if (voice) fill(place, voice);
  });
  asking.open('GET', FEED);
  asking.send();
}

interface FeedVoice {
  title: string;
  path: string;
  sentence: string;
}

function firstVoice(feed: Document): FeedVoice | undefined {
  for (const item of feed.querySelectorAll('item')) {
    const text = (name: string) => item.querySelector(name)?.textContent ?? '';
    const [title, said] = [text('title'), text('description')];
    const sentence = isOurs(title, said) ? undefined : sentencesOf(said).find(isWhole);
    if (sentence !== undefined) return { title, path: new URL(text('link')).pathname, sentence };
  }
  return undefined;
}

/** The feed ends a long text where it is too long. */
function isWhole(sentence: string): boolean {
  return sentence.length >= LENGTH.from && sentence.length <= LENGTH.to && !sentence.endsWith('…');
}

/** What is said of a story in which nothing is said is nobody's words. */
function isOurs(title: string, said: string): boolean {
  const [, afterName = ''] = storyTitle('\n').split('\n');
  return said === storySentence(title.slice(0, title.length - afterName.length));
}

function fill(place: HTMLElement, { title, path, sentence }: FeedVoice): void {
  const quote = place.querySelector('blockquote');
  const link = place.querySelector('a');
  if (!quote || !link) return;
  quote.textContent = sentence;
  link.textContent = title;
  link.setAttribute('href', path);
  place.removeAttribute('data-nobody');
}
