import { CheckCheck } from 'lucide-react';
import { useId } from 'react';
import type { ShowcaseVideo, ShowcaseVideoPage } from '../../../../api/contract/videos/showcase.js';
import { fullName } from '../../../shared/text/format.js';
import { Button } from '../../../shared/ui/button.js';
import { APPROVE_ALL_MESSAGES, GROUP_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import type { VideoListName } from '../../common/video-requests.js';
import type { Written } from '../approval/approval-button.js';
import type { OpenedVideo } from './video-dialogs.js';
import { VideoRow } from './video-row.js';

interface VideoGroupsProps {
  name: VideoListName;
  page: ShowcaseVideoPage;
  listRef: (list: HTMLElement | null) => void;
  onOpen: (opened: OpenedVideo) => void;
  onApprovalChanged: (written: Written, index: number) => void;
}

/** A page of a list, the videos of each person under their name. */
export function VideoGroups({ name, page, listRef, onOpen, onApprovalChanged }: VideoGroupsProps) {
  return (
    <ul ref={listRef} className="grid gap-6">
      {toGroups(page).map(({ first, videos, ofPerson }) => (
        <VideoGroup
          key={videos[0].userId}
          name={name}
          videos={videos}
          ofPerson={ofPerson}
          onOpen={(opened) => onOpen({ ...opened, index: first + opened.index })}
          onApprovalChanged={(written, index) => onApprovalChanged(written, first + index)}
        />
      ))}
    </ul>
  );
}

interface Group {
  /** The place of its first video on the page. */
  first: number;
  videos: [ShowcaseVideo, ...ShowcaseVideo[]];
  /** How many of the whole list are of this person. */
  ofPerson: number;
}

function toGroups({ videos, people }: ShowcaseVideoPage): Group[] {
  const counts = new Map(people.map((person) => [person.userId, person.videos]));
  const groups: Group[] = [];
  for (const [index, video] of videos.entries()) {
    const group = groups.at(-1);
    if (group?.videos[0].userId === video.userId) group.videos.push(video);
    else groups.push({ first: index, videos: [video], ofPerson: counts.get(video.userId) ?? 1 });
  }
  return groups;
}

interface VideoGroupProps extends Omit<VideoGroupsProps, 'page' | 'listRef'> {
  videos: Group['videos'];
  ofPerson: number;
}

/** One person's. The name stays in view as long as their videos are. */
function VideoGroup({ name, videos, ofPerson, onOpen, onApprovalChanged }: VideoGroupProps) {
  const headingId = useId();
  const [first] = videos;
  const whole = MESSAGES[name](ofPerson);
  return (
    <li aria-labelledby={headingId}>
      <div className="z-10 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-edge bg-ground py-2 tall:sticky tall:top-0">
        <div className="flex min-w-0 flex-1 basis-36 flex-wrap items-baseline gap-x-4">
          <h3 id={headingId} className="min-w-0 text-lg wrap-anywhere">
            {fullName(first.user)}
          </h3>
          <p className="text-sm text-muted tabular-nums">
            {videos.length === ofPerson ? whole : MESSAGES.shown(videos.length, whole)}
          </p>
        </div>
        {name === 'waiting' && ofPerson > 1 && (
          <Button
            variant="outline"
            size="compact"
            onClick={() => onOpen({ action: 'approve all', video: first, index: 0 })}
          >
            <CheckCheck size={18} aria-hidden />
            <span>
              {APPROVE_ALL_MESSAGES.action(ofPerson)}
              <span className="sr-only">{APPROVE_ALL_MESSAGES.actionFor(fullName(first.user))}</span>
            </span>
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {videos.map((video, index) => (
          <VideoRow
            key={video.id}
            video={video}
            onAction={(action) => onOpen({ action, video, index })}
            onApprovalChanged={(written) => onApprovalChanged(written, index)}
          />
        ))}
      </ul>
    </li>
  );
}
