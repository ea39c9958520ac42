import { useState } from 'react';
import { Play } from 'lucide-react';
import { StatusLine } from '../shared/ui/status-line.js';
import { TEST24_MESSAGES as TEXT, DEMO_QUESTIONS, type DemoQuestion } from './test24.messages.js';
import { type Embed, playingTime } from './embed-address.js';
import { EmbeddedVideo } from './embedded-video.js';
import { Button } from '../shared/ui/button.js';

/** A hosted video beside made-up questions. */
export default function Test24Island({ embed }: { embed: Embed }) {
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

interface QuestionListProps {
  playing: DemoQuestion | null;
  onWatch: (question: DemoQuestion) => void;
}

function QuestionList({ playing, onWatch }: QuestionListProps) {
  return (
    <section aria-labelledby="questions-heading">
      <h2 id="questions-heading" className="text-xl">
        {TEXT.questionsHeading}
      </h2>
      <ol className="mt-4">
        {DEMO_QUESTIONS.map((question, index) => (
          <li
            key={question.title}
            aria-current={question === playing ? 'true' : undefined}
            className="grid grid-cols-[1.5rem_1fr] gap-x-3 border-t border-line py-4"
          >
            <span aria-hidden className="font-serif text-lg text-accent">
              {index + 1}
            </span>
            <div className="grid justify-items-start gap-1">
              <h3 className="text-lg">{question.title}</h3>
              <p className="text-muted">{question.text}</p>
              <Button variant="quiet" className="-ml-5 text-sm" onClick={() => onWatch(question)}>
                <Play size={18} aria-hidden />
                {TEXT.watchFrom(playingTime(question.startSeconds))}
                <span className="sr-only">: {question.title}</span>
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
