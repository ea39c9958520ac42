import { type RefCallback, useId, useState } from 'react';
import { toast } from '../../shared/ui/toast-store.js';
import { LIST_MESSAGES, type LIST_TEXTS, VIDEO_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { useRowFocus } from '../../shared/ui/use-row-focus.js';
import { noteSeen } from '../common/seen-videos.js';
import { type OpenedVideo, VideoDialogs } from './video-dialogs.js';
import { ListState } from '../../shared/ui/table/list-section.js';
import type { Written } from './approval-button.js';
import { GALLERY_PAGE_SIZE, SHOWCASE_QUERY_MAX_LENGTH } from '../../../api/contract/limits.js';
import { Button } from '../../shared/ui/button.js';
import { TextField } from '../../shared/ui/text-field.js';
import type { useVideoPages } from '../common/video-requests.js';
import { VideoRow } from './video-row.js';

/** What shows the words of a video. */
const SHOWS_WORDS = new Set<OpenedVideo['action']>(['view', 'edit']);

interface VideoSectionProps {
  id: string;
  texts: (typeof LIST_TEXTS)[keyof typeof LIST_TEXTS];
  pages: VideoPages;
  search: string;
  onSearch: (text: string) => void;
}

/** One of the two lists, with what can be done to its videos. */
export function VideoSection({ id, texts, pages, search, onSearch }: VideoSectionProps) {
  const headingId = useId();
  const [opened, setOpened] = useState<OpenedVideo | null>(null);
  const [written, setWritten] = useState<Written | null>(null);
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  const total = pages.data?.pages[0]?.total ?? 0;

  const open = (video: OpenedVideo) => {
    if (SHOWS_WORDS.has(video.action)) noteSeen(video.video);
    setOpened(video);
  };
  const tell = (done: Written) => {
    setOpened(null);
    setWritten(done);
    toast({ title: done.text });
  };
  const tellRemoved = (done: Written, index: number) => {
    tell(done);
    focusAt(index);
  };

  return (
    <section id={id} aria-labelledby={headingId} className="scroll-mt-6">
      <div className="flex items-baseline gap-4">
        <h2 id={headingId} ref={fallback} tabIndex={-1} className="text-xl outline-none">
          {texts.heading}
        </h2>
        {total > 0 && <p className="text-muted tabular-nums">{total}</p>}
      </div>
      <WrittenLine written={written} />
      {total > 0 ? (
        <VideoList
          pages={pages}
          search={search}
          onSearch={onSearch}
          list={list}
          onOpen={open}
          onApprovalChanged={tellRemoved}
        />
      ) : (
        <ListState query={pages} texts={{ ...LIST_MESSAGES, ...texts }} />
      )}
      {opened && (
        <VideoDialogs
          opened={opened}
          onClose={() => setOpened(null)}
          onEdited={(text) => tell({ text })}
          // Moved off another's page, it may be in the other list.
          onMoved={(text) => tellRemoved({ text }, opened.index)}
          onDeleted={(text) => tellRemoved({ text }, opened.index)}
        />
      )}
    </section>
  );
}

/** Always in the same place above a list. Not read out: the toast has said it already. */
function WrittenLine({ written }: { written: Written | null }) {
  return (
    <p className="min-h-[1.55em] py-2 text-good">
      {written?.text}{' '}
      {written?.livePath && (
        <a href={written.livePath} target="_blank" rel="noreferrer">
          {MESSAGES.openLive}
          <span className="sr-only">{MESSAGES.inNewTab}</span>
        </a>
      )}
    </p>
  );
}

type VideoPages = ReturnType<typeof useVideoPages>;

interface VideoListProps {
  pages: VideoPages;
  search: string;
  onSearch: (text: string) => void;
  list: RefCallback<HTMLElement>;
  onOpen: (opened: OpenedVideo) => void;
  onApprovalChanged: (written: Written, index: number) => void;
}

/** A list of more than one page can be searched, and goes on at a press. */
function VideoList({ pages, search, onSearch, list, onOpen, onApprovalChanged }: VideoListProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const videos = data?.pages.flatMap((page) => page.videos) ?? [];
  const { found = 0, total = 0 } = data?.pages[0] ?? {};
  return (
    <>
      {total > GALLERY_PAGE_SIZE && (
        <div className="mb-5 max-w-md">
          <TextField
            type="search"
            label={LIST_MESSAGES.find}
            hint={search === '' ? undefined : LIST_MESSAGES.found(found)}
            value={search}
            maxLength={SHOWCASE_QUERY_MAX_LENGTH}
            onChange={(event) => onSearch(event.target.value)}
          />
        </div>
      )}
      <ul ref={list}>
        {videos.map((video, index) => (
          <VideoRow
            key={video.id}
            video={video}
            onAction={(action) => onOpen({ action, video, index })}
            onApprovalChanged={(written) => onApprovalChanged(written, index)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="outline"
          className="mt-3"
          pending={isFetchingNextPage}
          pendingLabel={LIST_MESSAGES.loading}
          onClick={() => void fetchNextPage()}
        >
          {LIST_MESSAGES.showMore(found - videos.length)}
        </Button>
      )}
    </>
  );
}
