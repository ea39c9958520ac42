/** Texts of /test24. */
export const TEST24_MESSAGES = {
  film: 'Big Buck Bunny, by the Blender Foundation (CC BY 3.0)',
  play: 'Play video',
  privacy: (host: string) =>
    `The video comes from ${host}. Nothing is loaded from there until you press play; then they learn that you watch it.`,
  frameTitle: 'Video player: Big Buck Bunny',

  questionsHeading: 'Questions',
  watchFrom: (time: string) => `Watch from ${time}`,
  playingFrom: (question: string) => `Playing from: ${question}`,
};

/** A made-up question, and where in the video it begins. */
export interface DemoQuestion {
  title: string;
  text: string;
  startSeconds: number;
}

export const DEMO_QUESTIONS: readonly DemoQuestion[] = [
  { title: 'A morning', text: 'How does a day begin?', startSeconds: 0 },
  { title: 'What was loved', text: 'What did you enjoy most, back then?', startSeconds: 100 },
  { title: 'What changed', text: 'When did you notice that something was different?', startSeconds: 190 },
  { title: 'Who helped', text: 'Who stood beside you?', startSeconds: 290 },
  { title: 'A wish', text: 'What should people know?', startSeconds: 420 },
];
