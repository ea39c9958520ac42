import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { FILM } from '../stories/film.js';
import type { LedgerEvent } from '../../people/ledger/withdrawal-ledger.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { migrationNames, withSchemaOf } from '../../platform/database/migrate-to.js';

export interface KnownNo {
  event: LedgerEvent;
  at: Date;
}

/** Every "no" and move that stands in this database, whoever wrote it down and wherever else it stands. */
const NOES = `
  SELECT json_build_object('kind', 'left', 'participantId', subject_id) AS event, at
  FROM audit_entry WHERE action IN ('participant_deleted', 'participant_left') AND subject_id IS NOT NULL
  UNION ALL
  SELECT CASE WHEN p.id IS NULL
           THEN json_build_object('kind', 'left', 'participantId', e.subject_id, 'uploadsStay', true)
           ELSE json_build_object('kind', 'answers_ended', 'participantId', e.subject_id) END, e.at
  FROM audit_entry e LEFT JOIN participant p ON p.id = e.subject_id
  WHERE e.action = 'period_ended' AND e.subject_type = 'participant' AND e.subject_id IS NOT NULL
    -- Whoever had all of it deleted later said more.
    AND NOT EXISTS (
      SELECT FROM audit_entry l WHERE l.subject_id = e.subject_id AND l.action IN ('participant_deleted', 'participant_left'))
  UNION ALL
  SELECT json_build_object('kind', 'upload', 'participantId', NULL, 'id', subject_id), at
  FROM audit_entry
  WHERE action IN ('period_ended', 'public_uploads_deleted') AND subject_type IN ('photo', 'upload')
    AND subject_id IS NOT NULL
  UNION ALL
  SELECT json_build_object('kind', 'deleted', 'participantId', NULL, 'id', subject_id), at
  FROM audit_entry WHERE action = 'video_deleted' AND subject_id IS NOT NULL
  UNION ALL
  -- No "no", but what tells whose words count.
  SELECT json_build_object('kind', 'moved', 'participantId', participant_id, 'id', id), moved_at
  FROM showcase_video WHERE moved_at IS NOT NULL
  UNION ALL
  SELECT json_build_object('kind', split_part(action, '_', 1), 'participantId', participant_id, 'id', subject_id), at
  FROM audit_entry
  WHERE action IN ('answer_withdrawn', 'photo_withdrawn', 'video_withdrawn') AND participant_id IS NOT NULL
  UNION ALL
  SELECT json_build_object('kind', 'removed', 'participantId', participant_id, 'id', subject_id), at
  FROM audit_entry WHERE action = 'recording_removed' AND participant_id IS NOT NULL
  UNION ALL
  SELECT json_build_object('kind', 'withdrawn', 'participantId', participant_id), withdrawn_at
  FROM story_choice WHERE withdrawn_at IS NOT NULL
  UNION ALL
  SELECT json_build_object('kind', 'hidden', 'participantId', participant_id), hidden_at
  FROM story_choice WHERE hidden_at IS NOT NULL
  UNION ALL
  -- Without a guardian's yes, which in earlier versions left public what was so. Whatever was said since, it holds.
  SELECT json_build_object('kind', 'hidden', 'participantId', c.participant_id), now()
  FROM (SELECT participant_id, state, guardian_email FROM recording_consent
        UNION ALL SELECT participant_id, state, guardian_email FROM guardian_set_apart WHERE discarded_at IS NULL) c
  LEFT JOIN story_choice s USING (participant_id)
  WHERE c.guardian_email IS NOT NULL AND c.state IN ('guardian_asked', 'guardian_refused', 'refused') AND s.hidden_at IS NULL
    AND EXISTS (SELECT FROM showcase_video v WHERE v.participant_id = c.participant_id AND v.is_approved)
  UNION ALL
  SELECT json_build_object('kind', 'named', 'participantId', participant_id), named_at
  FROM story_choice WHERE named_at IS NOT NULL
  UNION ALL
  SELECT json_build_object('kind', 'handles', 'participantId', participant_id), handles_taken_at
  FROM story_choice WHERE handles_taken_at IS NOT NULL
  UNION ALL
  SELECT json_build_object('kind', 'refused', 'participantId', v.participant_id, 'id', v.id), said.at
  FROM showcase_video v
  LEFT JOIN media_file m ON m.id = v.media_id
  JOIN LATERAL (
    SELECT at, decision <> 'yes' OR link_only OR num_nonnulls(public_from, public_until) > 0 OR NOT uses @> '{archive}' AS is_limited
    FROM cut_release l WHERE l.participant_id = v.participant_id AND l.film = ${FILM}
    ORDER BY l.number DESC LIMIT 1) said ON said.is_limited
  UNION ALL
  SELECT json_build_object('kind', 'emptied', 'participantId', participant_id, 'id', said.id), changed_at
  FROM written_answer w, unnest(w.id || w.joined_ids) AS said (id) WHERE text = ''
  UNION ALL
  SELECT json_build_object('kind', 'recording', 'participantId', participant_id, 'state', state,
                           'guardianDecides', guardian_email IS NOT NULL), changed_at
  FROM recording_consent WHERE state IN ('refused', 'withdrawn', 'guardian_asked', 'guardian_refused')
  UNION ALL
  -- No "no", but from here on what was said before counts no more.
  SELECT json_build_object('kind', 'asked_anew', 'participantId', participant_id), asked_anew_at
  FROM recording_consent WHERE asked_anew_at IS NOT NULL
  UNION ALL
  SELECT json_build_object('kind', 'guardian_refused', 'participantId', participant_id), changed_at
  FROM guardian_set_apart WHERE state = 'guardian_refused'
  UNION ALL
  SELECT json_build_object('kind', 'transcription', 'participantId', participant_id, 'isAllowed', false), changed_at
  FROM recording_consent WHERE may_transcribe IS FALSE
  UNION ALL
  SELECT json_build_object('kind', 'words', 'participantId', participant_id, 'isAllowed', false), changed_at
  FROM recording_consent WHERE may_keep_words IS FALSE
  UNION ALL
  SELECT json_build_object('kind', 'photos', 'participantId', participant_id, 'isAllowed', false), changed_at
  FROM recording_consent WHERE may_keep_photos IS FALSE
  ORDER BY at`;

@Injectable()
export class UnwrittenNoesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The oldest first. */
  findKnown(): Promise<KnownNo[]> {
    return this.dataSource.query(NOES);
  }
}

/** As `findKnown`, also of a database that an earlier version has left, which stays as it is. None of an empty one. */
export function findKnownIn(connection: DatabaseConnection): Promise<KnownNo[]> {
  const schema = { names: migrationNames(), applicationName: 'stories noes', isKept: false };
  return withSchemaOf(connection, schema, async (client, makeSchema) => {
    const { rows: found } = await client.query<{ isEmpty: boolean }>(
      `SELECT to_regclass('participant') IS NULL AS "isEmpty"`,
    );
    if (found[0]!.isEmpty) return [];
    await makeSchema();
    return (await client.query<KnownNo>(NOES)).rows;
  });
}
