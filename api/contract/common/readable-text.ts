/** Old Mac and Windows end lines by the first, word processors lines and pages by the others in what is copied from them. */
const LINE_ENDS = /\r\n?|[\v\f\u0085]/gu;
/** Neither HTML nor a database has them all: control characters, and places at which Unicode will never have one. */
const UNREADABLE = /[^\P{Cc}\0\t\n]|\p{Noncharacter_Code_Point}/gu;

/** A text of readable characters, blanks, tabs and line feeds. NUL stays, for who refuses it. */
export function toReadableText(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(UNREADABLE, '');
}
