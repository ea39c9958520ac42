import type { EditShowcaseVideoRequest, ShowcaseVideo } from '../../../api/contract/showcase.js';

/** What the form holds. The address is empty where the video is a file. */
export type EditedFields = Record<(typeof FIELDS)[number], string>;

const FIELDS = ['title', 'videoUrl', 'description', 'transcript'] as const;

export function editedFields({ title, description, transcript, mimeType, videoUrl }: ShowcaseVideo): EditedFields {
  return { title, description, transcript, videoUrl: mimeType === null ? videoUrl : '' };
}

/** The fields in which two states of the form differ. */
export function editedDifferences(before: EditedFields, after: EditedFields) {
  return FIELDS.filter((field) => before[field].trim() !== after[field].trim()).map((field) => {
    return { field, before: before[field], after: after[field] };
  });
}

/** What was changed from `base`, and nothing besides: what others have saved in another field stays theirs. */
export function editRequest(base: EditedFields, fields: EditedFields): EditShowcaseVideoRequest {
  return Object.fromEntries(editedDifferences(base, fields).map(({ field, after }) => [field, after]));
}
