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
  ['Anna', 'Petrova'],
  ['Tomás', 'Aguilar'],
  ['Ingrid', 'Solberg'],
] as const;

/** By the id of the question, from 1 on: openings, middles and ends that are put together into an answer. */
const SENTENCES: readonly [openings: string[], middles: string[], ends: string[]][] = [
  [
    [
      'Before ME/CFS I loved to climb.',
      'Before ME/CFS I loved to dance.',
      'Before ME/CFS I loved to teach.',
      'Before ME/CFS I loved to bake for other people.',
      'Before ME/CFS I loved to run along the canal at six in the morning.',
      'Before ME/CFS I loved to sing in a choir that was never quite in tune.',
      'Before ME/CFS I loved to repair old bicycles.',
    ],
    [
      'Saturdays began at the bakery, with flour on my sleeves and the radio too loud.',
      'I cycled to work along the river, in every kind of weather, and never thought about it.',
      'My friends called me the one who never sits down, and I took it as a compliment.',
      'There were thirty children in my class, and I knew the name of every hamster.',
      'I carried my daughter on my shoulders to the top of every hill that we could find.',
      'On Fridays we danced until the trams had stopped, and then we walked home.',
      'My tent was always packed, and it stood beside the door.',
      'I could read three novels in a week, and argue about all of them.',
      'The garden was a jungle, and I was its only gardener.',
    ],
    [
      'I did not know that this was a fortune.',
      'It was an ordinary life, and it was mine.',
      'I still dream in that body.',
      'Nobody had told me to count it.',
    ],
  ],
  [
    [
      'Things changed when I caught a fever in March.',
      'Things changed when glandular fever went round the office.',
      'Things changed when my second child was four months old.',
      'Things changed when a cold did not end.',
      'Things changed when I fainted in the middle of a lesson.',
    ],
    [
      'Everyone else was back at their desk after a week, and I was still counting the steps to the kitchen.',
      'The doctor said to exercise, so I did, and each walk cost me three days in a dark room.',
      'It took four years before somebody gave it a name.',
      'I remember the staircase: I sat down on the fourth step and could not go on.',
      'My blood tests were perfect, and I could not hold up a hairdryer.',
      'At first we joked about it, and then the jokes became too heavy to lift.',
      'I sleep for sixteen hours, and I wake up as if I had been carrying stones.',
    ],
    [
      'I remember the relief of a word for it.',
      'Nobody had told us that this could happen.',
      'That was the last day of the old calendar.',
      'I thought that it would be over by summer.',
    ],
  ],
  [
    [
      'Now a good day is one conversation.',
      'Now I live mostly in one room, with the curtains drawn.',
      'Now my day has about two hours in it.',
      'Now I know the ceiling better than any book.',
      'Now I measure time in rests.',
    ],
    [
      'I plan a shower as other people plan a journey, and I rest before it and after it.',
      'If I do too much, the payment comes two days later, and it comes with interest.',
      'Sound hurts, light hurts, and being misunderstood hurts more than either.',
      'There is a blackbird at my window who does not know that she is my whole evening.',
      'My son whispers his day to me through the door, and I tap once when I have heard it.',
      'I wear sunglasses to look at my telephone, and I answer one message a day.',
      'I have learned the sound of every neighbour on the stairs.',
      'On the best days I sit beside the window with a blanket, and I watch the lamps come on.',
    ],
    [
      'I am still here, only slower.',
      'My world is small, and I know every corner of it.',
      'It is a life, and I would like it to be seen.',
      'Quiet is not the same as empty.',
    ],
  ],
  [
    [
      'What helped me most is pacing.',
      'What helped me most is my sister.',
      'What helped me most is a doctor who said that she believed me.',
      'What helped me most is to stop before I have to.',
      'What helped me most is a cat who has no opinions about it.',
    ],
    [
      'A watch tells me when my heart is working too hard, and I have learned to obey it.',
      'She reads to me for five minutes in the evening, quietly, and never asks how I am.',
      'I found others online who are awake at four in the morning, and we keep each other company.',
      'I cut every task into halves, and then I cut the halves.',
      'We put a chair into the shower, one beside the stove, and one halfway to the letterbox.',
      'My friends send postcards, because a postcard does not wait for a reply.',
      'An eye mask, ear plugs and a thick door are my medicine cabinet.',
    ],
    [
      'It is not a cure, but it is a floor to stand on.',
      'Being believed was the best medicine so far.',
      'Some days that is enough.',
      'I wish that somebody had told me in the first year.',
    ],
  ],
  [
    [
      'One day I dream of swimming in the sea.',
      'One day I dream of my own small garden.',
      'One day I dream of a train with a window seat.',
      'One day I dream of standing in front of a class again.',
      'One day I dream of a whole evening with music.',
    ],
    [
      'I keep a list of places, and I walk through them in my head before I sleep.',
      'I would like to cook for eight people and be tired afterwards in the ordinary way.',
      'I want to take my daughter to the library and stay until it closes.',
      'There is a lighthouse on a postcard over my bed, and I have promised it a visit.',
      'I would plant tomatoes, far too many of them, and leave them at every door in the street.',
      'I want to be late for something because I was enjoying myself.',
    ],
    [
      'I have not let go of it.',
      'Hope weighs nothing, so I can carry it.',
      'Until then I keep the suitcase under the bed.',
      'It does not have to be soon.',
    ],
  ],
  [
    [
      'Please understand that rest does not fix this.',
      'Please understand that you only see us on our best days.',
      'Please understand that tired is not the word.',
      'Please understand that we have not gone away.',
      'Please understand that a cancelled visit is not a lost friendship.',
    ],
    [
      'When you see me smile at the door, you do not see the week that it took to get there.',
      'We are not unmotivated; we want more than our bodies can pay for.',
      'Believe people the first time they tell you.',
      'Write to us, even when we cannot answer; we read it, some day, and it stays.',
      'Ask what would make it easier, and then lower your voice.',
      'We are the ones you do not see in the street.',
    ],
    [
      'That costs nothing and changes everything.',
      'That is all I ask.',
      'It could have been you, and it could have been nobody.',
      'Keep a chair for us.',
    ],
  ],
];

const pick = (choices: string[], seed: number) => choices[seed % choices.length] ?? '';

/** A made-up answer of person `person` (from 0) to the question with the id `question` + 1; always the same for the same pair. */
export function transcriptOf(person: number, question: number): string {
  const sentences = SENTENCES[question];
  if (!sentences) throw new Error(`The people of the demo have nothing to say to question ${question + 1} yet.`);
  const [openings, middles, ends] = sentences;
  const middle = person + 2 * question;
  return [
    pick(openings, person),
    pick(middles, middle),
    pick(middles, middle + 1 + (person % 3)),
    pick(ends, person + question),
  ].join(' ');
}

/** A made-up summary of the whole story. */
export function overviewOf(person: number): string {
  return [0, 1, 2, 4].map((question) => transcriptOf(person, question)).join(' ');
}
