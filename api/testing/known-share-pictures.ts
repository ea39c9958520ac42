import { Injectable } from '@nestjs/common';
import { TreeWriter } from '../archive/publishing/tree-writer.js';

/** By name, of stories without a poster. */
const drawn = new Map<string, Buffer>();

/** The same name gives the same picture, which is drawn once for all specs of a process. */
@Injectable()
export class KnownSharePictures extends TreeWriter {
  protected override async drawPicture(firstName: string, poster: Buffer | null): Promise<Buffer> {
    if (poster) return super.drawPicture(firstName, poster);
    const picture = drawn.get(firstName) ?? (await super.drawPicture(firstName, poster));
    drawn.set(firstName, picture);
    return picture;
  }
}
