import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { toast } from '../../shared/ui/toast-store.js';
import type { LIST_TEXTS } from '../admin-showcase.messages.js';
import { useRowFocus } from '../../shared/ui/use-row-focus.js';
import { type OpenedVideo, VideoDialogs } from './video-dialogs.js';
import { VideoListState } from './video-list-state.js';
import { VideoList } from './video-list.js';
import { type Written, WrittenLine } from './written-line.js';

interface VideoSectionProps {
  id: string;
  texts: (typeof LIST_TEXTS)[keyof typeof LIST_TEXTS];
  query: UseQueryResult<ShowcaseVideo[]>;
}

/** One of the two lists, with what can be done to its videos. */
export function VideoSection({ id, texts, query }: VideoSectionProps) {
  const headingId = useId();
  const [opened, setOpened] = useState<OpenedVideo | null>(null);
  const [written, setWritten] = useState<Written | null>(null);
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  const videos = query.data ?? [];

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
        {videos.length > 0 && <p className="text-muted tabular-nums">{videos.length}</p>}
      </div>
      <WrittenLine written={written} />
      {videos.length > 0 ? (
        <VideoList videos={videos} list={list} onOpen={setOpened} onApprovalChanged={tellRemoved} />
      ) : (
        <VideoListState query={query} texts={texts} />
      )}
      {opened && (
        <VideoDialogs
          opened={opened}
          onClose={() => setOpened(null)}
          onEdited={(text) => tell({ text })}
          onDeleted={(text) => tellRemoved({ text }, opened.index)}
        />
      )}
    </section>
  );
}
