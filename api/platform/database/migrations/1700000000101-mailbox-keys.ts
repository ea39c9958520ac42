import { domainToASCII } from 'node:url';
import { Logger } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Person {
  id: string;
  email: string;
  emailKey: string;
}

/** E-mails are compared by the mailbox that they reach, no longer by what any language takes for the same letters. */
export class MailboxKeys1700000000101 implements MigrationInterface {
  name = 'MailboxKeys1700000000101';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.changePeople(queryRunner, keyOf);
    await this.changeUploads(queryRunner, keyOf);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await this.changePeople(queryRunner, formerKeyOf);
    await this.changeUploads(queryRunner, formerKeyOf);
  }

  /** Whoever registered first keeps the mailbox; whoever else has the same stays as they are, without a way back to it. */
  private async changePeople(queryRunner: QueryRunner, toKey: (email: string) => string): Promise<void> {
    const people = (await queryRunner.query(
      `SELECT "id", "email", "email_key" AS "emailKey" FROM "participant" ORDER BY "created_at", "id"`,
    )) as Person[];
    const owners = new Map<string, string>();
    const ids: string[] = [];
    const keys: string[] = [];
    for (const { id, email, emailKey } of people) {
      const key = toKey(email);
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, id);
      else this.report(id, owner);
      // With a blank in it, it is no key of any address.
      const free = owner === undefined ? key : `${key} ${id}`;
      if (free === emailKey) continue;
      ids.push(id);
      keys.push(free);
    }
    // Two may swap their keys: so none keeps its own while the others take theirs.
    await queryRunner.query(`UPDATE "participant" SET "email_key" = ' ' || "id" WHERE "id" = ANY($1::uuid[])`, [ids]);
    await queryRunner.query(
      `UPDATE "participant" p SET "email_key" = changed."key"
       FROM unnest($1::uuid[], $2::text[]) AS changed ("id", "key") WHERE p."id" = changed."id"`,
      [ids, keys],
    );
  }

  private report(id: string, owner: string): void {
    new Logger('Database').warn(
      `The participants ${owner} and ${id} gave the same e-mail address in two spellings. Both are kept; only the first can be reached by it.`,
    );
  }

  private async changeUploads(queryRunner: QueryRunner, toKey: (email: string) => string): Promise<void> {
    const senders = (await queryRunner.query(
      `SELECT DISTINCT "submitter_email" AS "email" FROM "public_upload"
       UNION SELECT "details" ->> 'submitterEmail' FROM "upload_session" WHERE "details" ? 'submitterEmail'`,
    )) as { email: string }[];
    const changed = [senders.map(({ email }) => email), senders.map(({ email }) => toKey(email))];
    await queryRunner.query(
      `UPDATE "public_upload" u SET "submitter_email_key" = changed."key"
       FROM unnest($1::text[], $2::text[]) AS changed ("email", "key")
       WHERE u."submitter_email" = changed."email" AND u."submitter_email_key" <> changed."key"`,
      changed,
    );
    await queryRunner.query(
      `UPDATE "upload_session" s SET "details" = jsonb_set(s."details", '{submitterEmailKey}', to_jsonb(changed."key"))
       FROM unnest($1::text[], $2::text[]) AS changed ("email", "key")
       WHERE s."details" ->> 'submitterEmail' = changed."email"`,
      changed,
    );
  }
}

/** As it was the rule when this was written: a later rule needs a migration of its own. */
function keyOf(email: string): string {
  const address = email.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const ascii = /[/?#\\%:@\s[\]]/.test(domain) ? '' : domainToASCII(domain);
  const mailbox = at < 1 || ascii === '' ? address : `${address.slice(0, at)}@${ascii}`;
  return mailbox.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The rule before. */
function formerKeyOf(email: string): string {
  return email.trim().normalize('NFC').toUpperCase().toLowerCase();
}
