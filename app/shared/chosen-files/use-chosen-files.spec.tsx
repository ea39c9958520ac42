import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { withResolvers } from '../../../api/contract/common/older-browsers.js';
import { ChosenFileStore } from './chosen-file-store.js';
import { type FileInHand, openChosenFiles } from './chosen-files.js';
import { useChosenFiles } from './use-chosen-files.js';

const ANNA = 'anna';
const garden = { id: 'garden', file: new File(['garden'], 'garden.jpg', { type: 'image/jpeg' }), description: '' };

/** As an earlier page has left it, which is still open until `leave`. */
async function choose() {
  const chosen = openChosenFiles('photos');
  chosen.follow([garden], ANNA);
  await waitFor(() => expect(chosen.keeping().isAllKept).toBe(true));
  return { leave: () => chosen.leave() };
}

function openPage() {
  const onFound = jest.fn<(files: FileInHand[]) => void>();
  const options = { form: 'photos' as const, inHand: [], owner: ANNA, owners: [ANNA], onFound };
  const { result, unmount } = renderHook(() => useChosenFiles(options));
  return { onFound, unmount, kept: () => result.current };
}

describe('chosen files of a page', () => {
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    cleanup();
    closeTab();
  });

  it('are free for the next page where this one is left while they are read', async () => {
    (await choose()).leave();
    const unread = withResolvers<void>();
    const { read } = ChosenFileStore.prototype;
    const reading = jest.spyOn(ChosenFileStore.prototype, 'read').mockImplementationOnce(async function (
      this: ChosenFileStore,
      id,
    ) {
      await unread.promise;
      return read.call(this, id);
    });
    const first = openPage();
    await waitFor(() => expect(reading).toHaveBeenCalled());
    first.unmount();
    const next = openPage();
    await waitFor(() => expect(next.kept().isElsewhere).toBe(true));
    unread.resolve();
    await waitFor(() => expect(next.onFound).toHaveBeenCalledWith([expect.objectContaining({ id: 'garden' })]));
    expect(first.onFound).not.toHaveBeenCalled();
    expect(next.kept().isElsewhere).toBe(false);
  });

  it('come once no other tab has them, also where another was faster when the first was closed', async () => {
    const first = await choose();
    const page = openPage();
    await waitFor(() => expect(page.kept().isElsewhere).toBe(true));
    const second = withResolvers<void>();
    void navigator.locks.request('chosen-file:garden', {}, () => second.promise);
    const look = jest.spyOn(ChosenFileStore.prototype, 'findAll');
    first.leave();
    await waitFor(() => expect(look).toHaveBeenCalled());
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 100)));
    expect(page.kept().isElsewhere).toBe(true);
    second.resolve();
    await waitFor(() => expect(page.onFound).toHaveBeenCalled());
    expect(page.kept().isElsewhere).toBe(false);
  });
});
