import { Injectable } from '@nestjs/common';

/** Whether visitors can be served: not before the public tree has been published once since the start. */
@Injectable()
export class Readiness {
  private published = false;

  get isPublished(): boolean {
    return this.published;
  }

  markPublished(): void {
    this.published = true;
  }
}
