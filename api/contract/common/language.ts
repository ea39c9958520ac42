/** The language of what people read and say here: of pages, mails, captions, the search and the ends of sentences. */
export const LANGUAGE = 'en';
/** As captions are called in a player. */
export const LANGUAGE_NAME = 'English';
/** How numbers, dates and lists are written. */
export const LOCALE = 'en-US';
