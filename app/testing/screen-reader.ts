import { virtual } from '@guidepup/virtual-screen-reader';

const MAX_STOPS = 500;
/** Where something begins or ends that has no name: a paragraph, a list, a line of one. */
const FRAME = /^(end of .*|paragraph|list|listitem, level \d+, position \d+, set size \d+)$/;

/** Everything that a screen reader says on its way through a part of the page, without where nameless parts begin and end. */
export async function readAloud(container: HTMLElement): Promise<string[]> {
  await virtual.start({ container });
  try {
    const first = await virtual.lastSpokenPhrase();
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      await virtual.next();
      if ((await virtual.lastSpokenPhrase()) === first) break;
    }
    const said = (await virtual.spokenPhraseLog()).slice(0, -1);
    return said
      .filter((phrase, index) => !FRAME.test(phrase) && !isPartOf(phrase, said.slice(0, index)))
      .filter((phrase, index, heard) => phrase !== heard[index - 1]);
  } finally {
    await virtual.stop();
  }
}

/** The words inside of a button or link were said with its name. */
function isPartOf(phrase: string, before: string[]): boolean {
  const control = before.findLast((said) => /^(end of )?(button|link), /.test(said));
  return control !== undefined && !control.startsWith('end of ') && control.includes(phrase) && control !== phrase;
}
