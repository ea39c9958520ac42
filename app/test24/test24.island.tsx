import { useState } from 'react';
import { StatusLine } from '../shared/ui/status-line.js';
import { DEMO_MESSAGES as TEXT, DEMO_QUESTIONS, type DemoQuestion } from './test24.messages.js';
import type { Embed } from './embed-address.js';
import { EmbeddedVideo } from './embedded-video.js';
import { QuestionList } from './question-list.js';

/** A hosted video beside made-up questions. */
export default function DemoPlayerIsland({ embed }: { embed: Embed }) {
  const [playing, setPlaying] = useState<DemoQuestion | null>(null);
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-16">
      <div className="grid content-start gap-4">
        <EmbeddedVideo
          embed={embed}
          startSeconds={playing ? playing.startSeconds : null}
          onPlay={() => setPlaying(DEMO_QUESTIONS[0] ?? null)}
        />
        <StatusLine>{playing && TEXT.playingFrom(playing.title)}</StatusLine>
      </div>
      <QuestionList playing={playing} onWatch={setPlaying} />
    </div>
  );
}
