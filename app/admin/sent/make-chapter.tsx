import { useMutation } from '@tanstack/react-query';
import { BookOpenText } from 'lucide-react';
import {
  type MakeWrittenChapterRequest,
  type ShowcaseVideo,
  WRITTEN_CHAPTERS_PATH,
} from '../../../api/contract/videos/showcase.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { request } from '../../shared/http/request.js';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { ANSWER_MESSAGES as MESSAGES } from '../common/admin.messages.js';

interface MakeChapterProps {
  writtenAnswerId: string;
  describedBy: string;
}

/** Takes an answer in words over as a chapter of the story. What is one already is found again, and not made twice. */
export function MakeChapter({ writtenAnswerId, describedBy }: MakeChapterProps) {
  const {
    mutateAsync,
    isPending,
    data: chapter,
  } = useMutation({
    mutationFn: () =>
      request<ShowcaseVideo>('POST', WRITTEN_CHAPTERS_PATH, { writtenAnswerId } satisfies MakeWrittenChapterRequest),
  });
  const make = async () => {
    try {
      await mutateAsync();
    } catch (error) {
      tellFailure(error, MESSAGES.chapterFailed, MESSAGES.chapterFailedHint);
    }
  };
  return (
    <>
      <StatusLine tone="good">
        {chapter && (
          <>
            {chapter.isApproved ? MESSAGES.chapterIsApproved : MESSAGES.chapterWaits}{' '}
            <a href="/admin3">{MESSAGES.openChapters}</a>
          </>
        )}
      </StatusLine>
      {!chapter && (
        <Button
          variant="quiet"
          size="compact"
          aria-describedby={describedBy}
          pending={isPending}
          pendingLabel={MESSAGES.makingChapter}
          onClick={() => void make()}
        >
          <BookOpenText size={18} aria-hidden />
          {MESSAGES.makeChapter}
        </Button>
      )}
    </>
  );
}
