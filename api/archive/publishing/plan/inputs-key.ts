/**
 * Names everything that a file is made from, in two parts: its content (what people wrote and producers decided)
 * and its look (templates, settings, questions). They are kept apart because content that changed must not be
 * shown a moment longer, while an outdated look may.
 */
export function inputsKey(content: string, look: string): string {
  return `${content}.${look}`;
}

export function contentOf(inputs: string): string {
  return inputs.slice(0, inputs.indexOf('.'));
}

/** Content of what shows no story. */
export const NO_CONTENT = '-';
