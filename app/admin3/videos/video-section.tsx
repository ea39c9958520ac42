import { useId, useState } from 'react';
import { toast } from '../../shared/ui/toast-store.js';
import type { LIST_TEXTS } from '../common/admin3.messages.js';
import { useRowFocus } from '../../shared/ui/use-row-focus.js';
import { noteLookedAt } from '../common/looked-at.js';
import { type OpenedVideo, VideoDialogs } from './video-dialogs.js';
import { VideoListState } from './video-list-state.js';
import { VideoList, type VideoPages } from './video-list.js';
import { type Written, WrittenLine } from './written-line.js';

/** What shows the words of a video. */
const LOOKS = new Set<OpenedVideo['action']>(['view', 'edit']);

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
    if (LOOKS.has(video.action)) noteLookedAt(video.video);
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
        <VideoListState query={pages} texts={texts} />
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
