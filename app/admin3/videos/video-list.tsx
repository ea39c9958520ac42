import type { RefCallback } from 'react';
import { GALLERY_PAGE_SIZE, SHOWCASE_QUERY_MAX_LENGTH } from '../../../api/contract/limits.js';
import { Button } from '../../shared/ui/button.js';
import { TextField } from '../../shared/ui/text-field.js';
import { LIST_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import type { useVideoPages } from '../common/showcase-queries.js';
import type { OpenedVideo } from './video-dialogs.js';
import { VideoRow } from './video-row.js';
import type { Written } from './written-line.js';

export type VideoPages = ReturnType<typeof useVideoPages>;

interface VideoListProps {
  pages: VideoPages;
  search: string;
  onSearch: (text: string) => void;
  list: RefCallback<HTMLElement>;
  onOpen: (opened: OpenedVideo) => void;
  onApprovalChanged: (written: Written, index: number) => void;
}

/** A list of more than one page can be searched, and goes on at a press. */
export function VideoList({ pages, search, onSearch, list, onOpen, onApprovalChanged }: VideoListProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const videos = data?.pages.flatMap((page) => page.videos) ?? [];
  const { found = 0, total = 0 } = data?.pages[0] ?? {};
  return (
    <>
      {total > GALLERY_PAGE_SIZE && (
        <div className="mb-5 max-w-md">
          <TextField
            type="search"
            label={MESSAGES.find}
            hint={search === '' ? undefined : MESSAGES.found(found)}
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
          pendingLabel={MESSAGES.loading}
          onClick={() => void fetchNextPage()}
        >
          {MESSAGES.showMore(found - videos.length)}
        </Button>
      )}
    </>
  );
}
