/** "Anna's Story": how a story is named everywhere. */
export function storyTitle(firstName: string): string {
  return `${firstName}'s Story`;
}

/** What is said of a story that has no words of its own. */
export function storySentence(firstName: string): string {
  return `${firstName} tells what it is like to live with ME/CFS.`;
}
