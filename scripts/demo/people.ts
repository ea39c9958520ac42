/** The made-up people of the demo archive. */
export const PEOPLE = [
  ['Anna', 'Lindqvist'],
  ['Mateo', 'Ferreira'],
  ['Noor', 'Haddad'],
  ['Grace', 'Okafor'],
  ['Zoë', 'Vermeulen'],
  ['Daniel', 'Whitlock'],
  ['Yuki', 'Tanabe'],
  ['Siobhán', 'Keane'],
  ['Rahul', 'Menon'],
  ['Elena', 'Petrova'],
  ['Tomás', 'Aguilar'],
  ['Ingrid', 'Solberg'],
] as const;

/** Per question, in order: openings, middles and ends that are put together into an answer. */
const SENTENCES: readonly [openings: string[], middles: string[], ends: string[]][] = [
  [
    ['Before ME/CFS I loved to climb.', 'Before ME/CFS I loved to dance.', 'Before ME/CFS I loved to teach.'],
    [
      'Saturdays began at the bakery, with flour on my sleeves and the radio too loud.',
      'I cycled to work along the river, in every kind of weather, and never thought about it.',
      'My friends called me the one who never sits down, and I took it as a compliment.',
    ],
    ['I did not know that this was a fortune.', 'It was an ordinary life, and it was mine.'],
  ],
  [
    ['Things changed when I caught a fever in March.', 'Things changed when glandular fever went round the office.'],
    [
      'Everyone else was back at their desk after a week, and I was still counting the steps to the kitchen.',
      'The doctor said to exercise, so I did, and each walk cost me three days in a dark room.',
      'It took four years before somebody gave it a name.',
    ],
    ['I remember the relief of a word for it.', 'Nobody had told us that this could happen.'],
  ],
  [
    ['Now a good day is one conversation.', 'Now I live mostly in one room, with the curtains drawn.'],
    [
      'I plan a shower as other people plan a journey, and I rest before it and after it.',
      'If I do too much, the payment comes two days later, and it comes with interest.',
      'Sound hurts, light hurts, and being misunderstood hurts more than either.',
    ],
    ['I am still here, only slower.', 'My world is small, and I know every corner of it.'],
  ],
  [
    ['What helped me most is pacing.', 'What helped me most is my sister.'],
    [
      'A watch tells me when my heart is working too hard, and I have learned to obey it.',
      'She reads to me for five minutes in the evening, quietly, and never asks how I am.',
      'I found others online who are awake at four in the morning, and we keep each other company.',
    ],
    ['It is not a cure, but it is a floor to stand on.', 'Being believed was the best medicine so far.'],
  ],
  [
    ['One day I dream of swimming in the sea.', 'One day I dream of my own small garden.'],
    [
      'I keep a list of places, and I walk through them in my head before I sleep.',
      'I would like to cook for eight people and be tired afterwards in the ordinary way.',
      'I want to take my daughter to the library and stay until it closes.',
    ],
    ['I have not let go of it.', 'Hope weighs nothing, so I can carry it.'],
  ],
  [
    ['Please understand that rest does not fix this.', 'Please understand that you only see us on our best days.'],
    [
      'When you see me smile at the door, you do not see the week that it took to get there.',
      'We are not unmotivated; we want more than our bodies can pay for.',
      'Believe people the first time they tell you.',
    ],
    ['That costs nothing and changes everything.', 'That is all I ask.'],
  ],
];

const pick = (choices: string[], seed: number) => choices[seed % choices.length] ?? '';

/** A made-up answer of person `person` to question `question` (both from 0); always the same for the same pair. */
export function transcriptOf(person: number, question: number): string {
  const [openings, middles, ends] = SENTENCES[question] ?? [[], [], []];
  return [pick(openings, person), pick(middles, person), pick(middles, person + 1), pick(ends, person + question)].join(
    ' ',
  );
}

/** A made-up summary of the whole story. */
export function overviewOf(person: number): string {
  return [0, 1, 2, 4].map((question) => transcriptOf(person, question)).join(' ');
}
