import { useRef } from 'react';
import type { ReleaseMark } from '../../../../api/contract/videos/releases.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { LIST_MESSAGES, VIEW_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { HostedVideo } from './hosted-video.js';
import { OwnVideo } from './own-video.js';
import { MarkList } from './mark-list.js';
import { SentenceChoice } from './sentence-choice.js';
import { paragraphs } from '../../../../api/contract/transcripts/paragraphs.js';
import { captionsPath, questionTitle } from '../common/video-label.js';

const FRAME = 'aspect-9/16 max-h-[60dvh] rounded-card bg-ground';

interface ViewDialogProps {
  video: ShowcaseVideo;
  /** Where the video is to stand. */
  mark?: ReleaseMark;
  onClose: () => void;
}

/** The video and its whole transcript, or the words of a written chapter, as the public sees them: under the shown name, and without the staff's own words. */
export function ViewDialog({ video, mark, onClose }: ViewDialogProps) {
  const player = useRef<HTMLVideoElement>(null);
  const showAt = ({ start }: ReleaseMark) => {
    if (player.current && start !== null) player.current.currentTime = start;
  };
  const { shownName, videoUrl, mimeType, transcript, cues, isShown } = video;
  const isHosted = videoUrl !== null && mimeType === null;
  return (
    <Dialog
      open
      title={MESSAGES.storyOf(shownName)}
      description={isShown ? MESSAGES.public : MESSAGES.preview}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {isHosted && <HostedVideo video={video} className={`mx-auto max-w-full ${FRAME}`} />}
        {videoUrl !== null && !isHosted && (
          <OwnVideo
            ref={player}
            video={video}
            frame={FRAME}
            poster={video.posterUrl ?? undefined}
            onLoadedMetadata={() => mark && showAt(mark)}
          >
            {cues && <track kind="captions" src={captionsPath(video)} label={MESSAGES.captions} default />}
          </OwnVideo>
        )}
        {mark && <MarkList video={video} onPress={showAt} />}
        <section className="measure grid gap-4">
          <h3 className="text-lg">{questionTitle(video)}</h3>
          {transcript === '' && <p className="text-muted">{LIST_MESSAGES.noTranscript}</p>}
          {paragraphs(transcript).map((paragraph, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other identity and never move
            <p key={index} dir="auto" className="font-serif text-lg wrap-anywhere">
              {paragraph}
            </p>
          ))}
        </section>
        <SentenceChoice video={video} />
      </div>
    </Dialog>
  );
}
