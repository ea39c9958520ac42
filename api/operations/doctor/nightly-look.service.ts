import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { LookFinding, NightlyLook } from '../../contract/staff/nightly-look.js';
import { SITE_IN_TROUBLE } from '../../contract/common/wordings.js';
import { MediaService } from '../../media/store/media.service.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { composeMail } from '../../platform/mail/mail.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { examine, PARTS } from './examine.js';
import { NightlyLooksRepository } from './nightly-looks.repository.js';

/** After publishing has mended what it can, and after what is past its time. */
const EVERY_NIGHT = '0 0 5 * * *';
/** So many nights read all stored bytes once: a large archive is not read every night. */
const NIGHTS_OF_ALL_MEDIA = 28;
const DAY_MS = 86_400_000;
/** Staff are reminded of what stays wrong. */
const REMINDED_AFTER_DAYS = 7;
const OLD_AFTER_HOURS = 50;
const TOLD_AT_MOST = 20;

/** Looks at everything each night, as `npm run doctor` does. An ordinary night says nothing. */
@Injectable()
export class NightlyLookService {
  private readonly logger = new Logger('NightlyLook');

  constructor(
    private readonly config: AppConfig,
    private readonly backgroundWork: BackgroundWork,
    private readonly looks: NightlyLooksRepository,
    private readonly media: MediaService,
    private readonly mailer: Mailer,
  ) {}

  async describe(): Promise<NightlyLook> {
    const last = await this.looks.findLast(OLD_AFTER_HOURS);
    if (!last) return { at: null, isOld: false, findings: [], more: 0 };
    const { endedAt, isOld, findings } = last;
    const told = findings.toSorted((a, b) => Number(a.severity === 'notice') - Number(b.severity === 'notice'));
    const more = Math.max(0, told.length - TOLD_AT_MOST);
    return { at: endedAt.toISOString(), isOld, findings: told.slice(0, TOLD_AT_MOST), more };
  }

  @Cron(EVERY_NIGHT)
  async onSchedule(): Promise<void> {
    if (!this.backgroundWork.isDoneHere) return;
    try {
      await this.look();
    } catch (error) {
      this.logger.error(error);
    }
  }

  /** One look, once a night whoever asks; whoever runs the site is told by mail of what is newly wrong. */
  async look(): Promise<void> {
    const id = await this.looks.begin();
    if (id === null) return;
    const findings: LookFinding[] = [];
    const isTurn = isTurnOf(Math.floor(Date.now() / DAY_MS));
    const patient = {
      config: this.config,
      query: <Row>(sql: string) => this.looks.query<Row>(sql),
      checkMedia: (report: Parameters<MediaService['check']>[0]) => this.media.check(report, isTurn),
    };
    await examine(patient, PARTS, ({ part, severity, text }) => findings.push({ part, severity, text }));
    await this.looks.end(id, findings);
    const wrong = findings.filter(({ severity }) => severity === 'wrong');
    for (const { part, text } of wrong) this.logger.warn(`${part}: ${text}`);
    if (!(await this.isNews(wrong))) return;
    await this.tell(wrong);
    await this.looks.setMailed(id);
  }

  private async isNews(wrong: LookFinding[]): Promise<boolean> {
    if (wrong.length === 0) return false;
    const told = await this.looks.findLastMailed(REMINDED_AFTER_DAYS);
    const known = new Set(told?.map(kindOf));
    return !wrong.every((finding) => known.has(kindOf(finding)));
  }

  private async tell(wrong: LookFinding[]): Promise<void> {
    const { organisation, publicUrl } = this.config;
    const lines = wrong.slice(0, TOLD_AT_MOST).map(({ part, text }) => `${part}: ${text}`);
    const more = wrong.length - lines.length;
    await this.mailer.send(
      composeMail(organisation.email, SITE_IN_TROUBLE, [
        'Hello,',
        'The nightly look at the site has found something that is wrong:',
        ...lines,
        ...(more > 0 ? [`And ${more} more.`] : []),
        'Whoever runs the server sees everything with “npm run doctor”. What can be mended, “npm run doctor -- --repair” mends.',
        { label: 'See what was found', url: `${publicUrl}/admin` },
      ]),
    );
  }
}

/** The same thing with other numbers is no news. */
function kindOf({ part, text }: LookFinding): string {
  return `${part} ${text.replaceAll(/\b\d[\d.]*\b/g, '#')}`;
}

/** Whose bytes are read on a day; in so many days each has its turn. */
function isTurnOf(day: number): (key: string) => boolean {
  const turn = day % NIGHTS_OF_ALL_MEDIA;
  return (key) => createHash('sha256').update(key).digest().readUInt32BE() % NIGHTS_OF_ALL_MEDIA === turn;
}
