import { bulkQueue, EMPTY_QUEUE } from './bulk-queue.js';
import { keptQueue, NOTHING_KEPT, questionFor } from './kept-queue.js';

const film = (name: string) => new File(['x'], name, { type: 'video/webm', lastModified: 7 });

describe('the kept list of a bulk upload', () => {
  it('knows the question of a file that is chosen again, and no other', () => {
    const added = bulkQueue(EMPTY_QUEUE, { type: 'added', files: [film('a'), film('b')] });
    const chosen = bulkQueue(added, { type: 'question-chosen', id: 2, questionId: 5 });
    const kept = keptQueue('anna', chosen);
    expect(kept.userId).toBe('anna');
    expect(questionFor(kept, film('b'))).toBe(5);
    expect(questionFor(kept, film('c'))).toBe(0);
    expect(questionFor(kept, new File(['xy'], 'b', { lastModified: 7 }))).toBe(0);
  });

  it('is none without files', () => expect(keptQueue('anna', EMPTY_QUEUE)).toBe(NOTHING_KEPT));
});
