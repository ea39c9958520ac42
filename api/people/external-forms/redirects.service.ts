import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AuditService } from '../../platform/audit/audit.service.js';
import type {
  AddRedirectRequest,
  ChangeRedirectRequest,
  NextRedirect,
  Redirect as RedirectOnTheWire,
} from '../../contract/interview/redirects.js';
import { stepOfNumber } from '../../contract/interview/steps.js';
import { AppError } from '../../platform/http/app-error.js';
import { refuseOvertaken } from '../../platform/http/fields-as-read.js';
import { refuseUnknownFields } from '../../platform/http/known-fields.js';
import { RedirectsRepository } from './redirects.repository.js';
import type { Redirect } from './redirect.entity.js';

/** Where people go on after each step that they do on an external form. */
@Injectable()
export class RedirectsService {
  constructor(
    private readonly redirects: RedirectsRepository,
    private readonly audit: AuditService,
  ) {}

  /** @throws AppError 404 `redirect_not_found` when none is configured, also for what is no step */
  async findNext(questionNumber: string): Promise<NextRedirect> {
    const step = stepOfNumber(questionNumber);
    const redirect = step ? await this.redirects.findNewest(step.number) : null;
    if (!redirect) throw new AppError(404, 'redirect_not_found', 'No redirect is configured for this question.');
    return { redirectUrl: redirect.redirectUrl };
  }

  async list(): Promise<RedirectOnTheWire[]> {
    return (await this.redirects.findAll()).map(toRedirect);
  }

  async add({ question: questionNumber, redirectUrl, description }: AddRedirectRequest): Promise<RedirectOnTheWire> {
    const redirect = { id: randomUUID(), questionNumber, redirectUrl, description };
    await this.redirects.inTransaction(async (transaction) => {
      await this.redirects.insert(redirect, transaction);
      await this.audit.record('redirect_added', { type: 'redirect', id: redirect.id }, transaction);
    });
    return toRedirect(redirect);
  }

  /**
   * @throws AppError 400 `unknown_field` in what it was; 404 `redirect_not_found`; 409 `redirect_changed` where somebody else
   *   has changed it meanwhile
   */
  async change(id: string, { was = {}, ...changes }: ChangeRedirectRequest): Promise<RedirectOnTheWire> {
    refuseUnknownFields(was, KNOWN_BEFORE);
    requireId(id);
    if (changes.id && changes.id !== id)
      throw new AppError(400, 'id_differs', 'The id of a redirect cannot be changed.');
    return this.redirects.inTransaction(async (transaction) => {
      const stored = await this.redirects.findForChange(id, transaction);
      if (!stored) throw notFound();
      const {
        question = stored.questionNumber,
        redirectUrl = stored.redirectUrl,
        description = stored.description,
      } = changes;
      const redirect = { id, questionNumber: question, redirectUrl, description };
      // Saved again after a response that was lost, it is as it was asked for already.
      if (!isSame(redirect, stored)) refuseOvertaken(OVERTAKEN, toRedirect(stored), was);
      await this.redirects.update(redirect, transaction);
      await this.audit.record('redirect_changed', { type: 'redirect', id }, transaction);
      return toRedirect(redirect);
    });
  }

  /** @throws AppError 404 `redirect_not_found` */
  async remove(id: string): Promise<void> {
    requireId(id);
    await this.redirects.inTransaction(async (transaction) => {
      if (!(await this.redirects.remove(id, transaction))) throw notFound();
      await this.audit.record('redirect_deleted', { type: 'redirect', id }, transaction);
    });
  }
}

const FIELD_NAMES: Record<keyof AddRedirectRequest, string> = {
  question: 'the question number',
  redirectUrl: 'the redirect URL',
  description: 'the description',
};
const FIELDS = Object.keys(FIELD_NAMES) as (keyof AddRedirectRequest)[];
const KNOWN_BEFORE: ReadonlySet<string> = new Set(FIELDS);
const OVERTAKEN = { code: 'redirect_changed', opened: 'this redirect since you opened it', names: FIELD_NAMES };

type StoredFields = Omit<Redirect, 'createdAt'>;

function isSame(one: StoredFields, other: StoredFields): boolean {
  const [a, b] = [toRedirect(one), toRedirect(other)];
  return FIELDS.every((field) => a[field] === b[field]);
}

function requireId(id: string): void {
  if (!isUUID(id)) throw notFound();
}

function notFound(): AppError {
  return new AppError(404, 'redirect_not_found', 'This redirect does not exist.');
}

function toRedirect(redirect: StoredFields): RedirectOnTheWire {
  const { id, questionNumber: question, redirectUrl, description } = redirect;
  return { id, question, redirectUrl, description };
}
