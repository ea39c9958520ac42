import { useId, useState } from 'react';
import { toast } from '../../../shared/ui/toast-store.js';
import { LIST_MESSAGES, LIST_TEXTS, VIDEO_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { useRowFocus } from '../../../shared/ui/use-row-focus.js';
import { noteSeen } from '../../common/seen-videos.js';
import { type OpenedVideo, VideoDialogs } from './video-dialogs.js';
import { ListState, NoneFound } from '../../../shared/ui/table/list-section.js';
import type { Written } from '../approval/approval-button.js';
import { SHOWCASE_QUERY_MAX_LENGTH } from '../../../../api/contract/common/limits.js';
import { Pager } from '../../../shared/ui/table/pager.js';
import { TextField } from '../../../shared/ui/text-field.js';
import type { VideoListName } from '../../common/video-requests.js';
import type { VideoList } from './use-video-list.js';
import { VideoGroups } from './video-groups.js';

/** What shows the words of a video. */
const SHOWS_WORDS = new Set<OpenedVideo['action']>(['view', 'edit']);
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 10;

interface VideoSectionProps {
  name: VideoListName;
  list: VideoList;
}

/** One of the two lists, person after person, with what can be done to the videos. */
export function VideoSection({
  name,
  list: { query, place, search, setSearch, setPage, found, total = 0 },
}: VideoSectionProps) {
  const headingId = useId();
  const [opened, setOpened] = useState<OpenedVideo | null>(null);
  const [written, setWritten] = useState<Written | null>(null);
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  const texts = LIST_TEXTS[name];

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
    // It stays in its row, and its toast has come.
    if (done.isFailure) return setWritten(done);
    tell(done);
    focusAt(index);
  };
  const [isTurning, setTurning] = useState(false);
  const turnTo = (page: number) => {
    setPage(page);
    setTurning(true);
  };
  // Until then the rows are still those of the page before.
  if (isTurning && !query.isPlaceholderData) {
    setTurning(false);
    focusAt(0);
  }

  return (
    <section id={name} aria-labelledby={headingId}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 id={headingId} ref={fallback} tabIndex={-1} className="text-xl outline-none">
          {texts.heading}
        </h2>
        {(total > SEARCHED_FROM || search !== '') && (
          <div className="w-full max-w-md">
            <TextField
              type="search"
              label={LIST_MESSAGES.find}
              hint={search === '' || found === undefined ? undefined : LIST_MESSAGES.found(found)}
              value={search}
              maxLength={SHOWCASE_QUERY_MAX_LENGTH}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
        )}
      </div>
      <WrittenLine written={written} />
      {total === 0 && <ListState query={query} texts={{ ...LIST_MESSAGES, ...texts }} />}
      {total > 0 && query.data && query.data.videos.length === 0 && (
        <NoneFound texts={LIST_MESSAGES} onShowAll={() => setSearch('')} />
      )}
      {query.data && query.data.videos.length > 0 && (
        <>
          <VideoGroups name={name} page={query.data} listRef={list} onOpen={open} onApprovalChanged={tellRemoved} />
          <Pager heading={texts.heading} place={place} onPage={turnTo} />
        </>
      )}
      {opened && (
        <VideoDialogs
          opened={opened}
          onClose={() => setOpened(null)}
          onEdited={(text) => tell({ text })}
          // Moved off another's page, it may be in the other list.
          onMoved={(text) => tellRemoved({ text }, opened.index)}
          onApproved={(done) => tellRemoved(done, opened.index)}
          onDeleted={(text) => tellRemoved({ text }, opened.index)}
        />
      )}
    </section>
  );
}

/** Always in the same place above a list. Not read out: the toast has said it already. */
function WrittenLine({ written }: { written: Written | null }) {
  return (
    <p className={`min-h-[1.55em] py-2 wrap-anywhere ${written?.isFailure ? 'text-danger' : 'text-good'}`}>
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
