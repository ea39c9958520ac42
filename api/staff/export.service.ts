import { Injectable } from '@nestjs/common';
import { AuditService } from '../platform/audit/audit.service.js';
import type { ExportUser, ExportVideo } from '../contract/staff/export.js';
import { ShowcaseVideosService } from '../archive/videos/catalogue/showcase-videos.service.js';

/** What staff take away to write the stories down. Each call is recorded before it is granted. */
@Injectable()
export class ExportService {
  constructor(
    private readonly showcaseVideos: ShowcaseVideosService,
    private readonly audit: AuditService,
  ) {}

  /** People with an approved video on a question, in the order in which they registered. */
  async listUsers(): Promise<ExportUser[]> {
    await this.audit.record('people_exported', { type: 'archive', id: null });
    const storytellers = await this.showcaseVideos.listStorytellers();
    return storytellers.map((person) => ({ ...person, createdAt: person.createdAt.toISOString() }));
  }

  /** Every approved video, the one approved last first. */
  async listVideos(): Promise<ExportVideo[]> {
    await this.audit.record('transcripts_exported', { type: 'archive', id: null });
    return this.showcaseVideos.listByApproval();
  }
}
