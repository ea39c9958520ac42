import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { emailUnproven, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { BrowserSignIn } from '../../people/sign-in/browser-sign-in.service.js';
import { EmailChanges } from '../../people/sign-in/email-changes.service.js';
import { SignInLinks } from '../../people/sign-in/sign-in-links.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';

/** How people come back to their story: the e-mail to which links are mailed, and the browsers that are known. */
@Injectable()
export class OwnSignIn {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly emails: EmailChanges,
    private readonly links: SignInLinks,
    private readonly browserSignIn: BrowserSignIn,
    private readonly audit: AuditService,
  ) {}

  async askForEmail(person: SignedInParticipant, email: string): Promise<void> {
    if (!person.isProven) throw emailUnproven();
    await this.emails.ask(person, email);
  }

  confirmEmail(token: string): Promise<void> {
    return this.emails.confirm(token, (id, transaction) =>
      this.audit.record('own_data_changed', { type: 'participant', id }, transaction),
    );
  }

  /** Mails the link that shows that the story is theirs. */
  async mailProof({ id }: SignedInParticipant): Promise<void> {
    await this.links.mail(await this.participants.get(id), 'my-story');
  }

  /** One browser of theirs, or all but the one that asks. */
  async endBrowsers(person: SignedInParticipant, request: IncomingMessage, browserId: string | null): Promise<void> {
    if (!person.isProven) throw emailUnproven();
    await this.browserSignIn.endBrowsers(request, person.id, browserId);
  }
}
