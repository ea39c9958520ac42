import { type RefCallback, useState } from 'react';
import { GALLERY_PAGE_SIZE } from '../../../api/contract/limits.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { Button } from '../../shared/ui/button.js';
import { TextField } from '../../shared/ui/text-field.js';
import { LIST_MESSAGES as MESSAGES } from '../admin-showcase.messages.js';
import { findVideos } from './find-videos.js';
import type { OpenedVideo } from './video-dialogs.js';
import type { Written } from './written-line.js';
import { VideoRow } from './video-row.js';

/** As many as a page of the public gallery; a longer list can be searched, and goes on at a press. */
const PAGE_SIZE = GALLERY_PAGE_SIZE;

interface VideoListProps {
  videos: readonly ShowcaseVideo[];
  list: RefCallback<HTMLElement>;
  onOpen: (opened: OpenedVideo) => void;
  onApprovalChanged: (written: Written, index: number) => void;
}

export function VideoList({ videos, list, onOpen, onApprovalChanged }: VideoListProps) {
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(PAGE_SIZE);
  const found = findVideos(videos, query);
  const remaining = found.length - shown;
  return (
    <>
      {videos.length > PAGE_SIZE && (
        <div className="mb-5 max-w-md">
          <TextField
            type="search"
            label={MESSAGES.find}
            hint={query === '' ? undefined : MESSAGES.found(found.length)}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      <ul ref={list}>
        {found.slice(0, shown).map((video, index) => (
          <VideoRow
            key={video.id}
            video={video}
            onAction={(action) => onOpen({ action, video, index })}
            onApprovalChanged={(written) => onApprovalChanged(written, index)}
          />
        ))}
      </ul>
      {remaining > 0 && (
        <Button variant="outline" className="mt-3" onClick={() => setShown(shown + PAGE_SIZE)}>
          {MESSAGES.showMore(remaining)}
        </Button>
      )}
    </>
  );
}
