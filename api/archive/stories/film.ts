/** SQL: of a `showcase_video v` with its `media_file m`, which film it is. Words are one, too. */
export const FILM = `coalesce(encode(m.sha256, 'hex'), v.video_url, 'words:' || v.written_answer_id)`;
