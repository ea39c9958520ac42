import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { HelpedKind } from '../../contract/people/helpers.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { chooseNewest, removeAnswers } from '../interview/remove-answers.js';

/** A photo, a recording or words that came by a helper's link. */
export interface HelpedRow {
  id: string;
  kind: HelpedKind;
  questionId: number | null;
  name: string;
  /** Of words: all of them; else null. */
  text: string | null;
  createdAt: Date;
  helperLinkId: string;
  /** Empty where the link has no name. */
  helperName: string;
}

/** Whose they are, and by which link they came where that is said. */
export interface HelpedBy {
  participantId: string;
  helperLinkId: string | null;
}

/** How a removal is done. */
export interface HelpedRemoval {
  /** Called where the participant has added recordings of their own to it. */
  refuse?: () => void;
  /** In an older database it may wait for the owner of the e-mail. */
  alsoSetApart?: boolean;
}

const FROM_HELPER = `participant_id = $1 AND helper_link_id IS NOT NULL AND ($2::uuid IS NULL OR helper_link_id = $2)`;
const SEEN = `${FROM_HELPER} AND NOT is_set_apart`;
const NAME_LENGTH = 80;

/** What helpers have added, whatever it is. */
@Injectable()
export class HelpedThingsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The newest first. */
  findAll({ participantId, helperLinkId }: HelpedBy): Promise<HelpedRow[]> {
    return this.dataSource.query(
      `SELECT added.id, kind, question_id AS "questionId", added.name, added.text, added.created_at AS "createdAt",
         helper_link_id AS "helperLinkId", l.name AS "helperName"
       FROM (
         SELECT id, 'photo' AS kind, NULL::int AS question_id, original_name AS name, NULL AS text, created_at, helper_link_id
         FROM photo WHERE ${SEEN}
         UNION ALL
         SELECT id, 'recording', question_id, title, NULL, created_at, helper_link_id FROM answer WHERE ${SEEN}
         UNION ALL
         SELECT id, 'words', question_id, left(text, ${NAME_LENGTH}), text, created_at, helper_link_id
         FROM written_answer WHERE ${SEEN} AND text <> ''
       ) AS added
       JOIN helper_link l ON l.id = helper_link_id
       ORDER BY added.created_at DESC, added.id`,
      [participantId, helperLinkId],
    );
  }

  /** Returns the media that it was kept in; null when it is not there. */
  async remove(
    id: string,
    by: HelpedBy,
    transaction: Transaction,
    { refuse, alsoSetApart = false }: HelpedRemoval = {},
  ): Promise<string[] | null> {
    const values = [by.participantId, by.helperLinkId, id];
    const only = `${alsoSetApart ? FROM_HELPER : SEEN} AND id = $3`;
    const [photos] = await transaction.query<[{ mediaId: string }[], number]>(
      `DELETE FROM photo WHERE ${only} RETURNING original_media_id AS "mediaId"`,
      values,
    );
    if (photos.length > 0) return photos.map(({ mediaId }) => mediaId);
    const [, words] = await transaction.query<[unknown[], number]>(`DELETE FROM written_answer WHERE ${only}`, values);
    if (words > 0) return [];
    const [answer] = await transaction.query<{ questionId: number; isSetApart: boolean; pieces: number }[]>(
      `SELECT question_id AS "questionId", is_set_apart AS "isSetApart",
         (SELECT count(*)::int FROM answer_piece WHERE answer_id = answer.id) AS pieces
       FROM answer WHERE ${only}`,
      values,
    );
    if (!answer) return null;
    if (answer.pieces > 1) refuse?.();
    const { mediaIds } = await removeAnswers(only, values, transaction);
    await chooseNewest(by.participantId, answer.questionId, answer.isSetApart, transaction);
    return mediaIds;
  }
}
