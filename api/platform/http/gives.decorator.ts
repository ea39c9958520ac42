import { Reflector } from '@nestjs/core';

/** What participants give of themselves. A `file` may be a photo or a recording: its upload says which. */
export type Given = 'recording' | 'photo' | 'file';

/** A route by which participants give something of themselves. Whoever said no is refused before the body is read. */
export const Gives = Reflector.createDecorator<Given>();
