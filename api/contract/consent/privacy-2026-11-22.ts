import type { PrivacyText } from './privacy.js';

/** These words were agreed to. They are never changed: other words are a new file. */
export const PRIVACY_2026_11_22: PrivacyText = {
  title: 'Privacy, in plain words',
  intro: 'You give us your face, your voice and things about your health. This page tells you what we do with them.',
  sections: [
    {
      id: 'who-we-are',
      heading: 'Who we are',
      paragraphs: ['{organisation} runs this site. We decide what happens with the things you send.'],
    },
    {
      id: 'what-we-keep',
      heading: 'What we keep',
      paragraphs: [
        'We keep your name and your e-mail address. We keep your answers, in picture, sound or words. We keep your photos and what you write about them. If you give us your social media names, we keep those too.',
        'Your answers may show that you are ill. The law calls this health data. It needs special care.',
        'If you sign in, one cookie keeps you signed in. Another one remembers your device for 90 days. We use no cookies for adverts, and we do not track you.',
      ],
    },
    {
      id: 'why',
      heading: 'Why we keep it',
      paragraphs: [
        'We make a short video from your story. You may be invited to join a documentary. We need your e-mail address to write to you.',
        'We may do this because you said yes. Saying yes to recording is not a yes to showing. Your no always counts.',
      ],
    },
    {
      id: 'who-sees-it',
      heading: 'Who sees it',
      paragraphs: [
        'Our producers see what you send. They need a password. When they open your photos or answers, that is written down. You can read it on the page “My story”.',
        'Other people who tell their story do not see it. We do not sell it.',
        'A finished video is made from your answers. Once it is published, everybody can watch it. They can read its words and share it. Others may copy what is public.',
        'Some videos stand at Vimeo or YouTube. Your browser asks them for nothing before you press play.',
      ],
    },
    {
      id: 'speech-into-words',
      heading: 'Speech into words',
      paragraphs: [
        'We can use another company to turn speech into words. It is called {transcriber}. It gets the sound of your video only after you said yes. You can take that yes back.',
      ],
      onlyWithTranscriber: true,
    },
    {
      id: 'how-long',
      heading: 'How long we keep it',
      paragraphs: [
        'We keep your story until you delete it, or one of us does. Time alone deletes nothing of it.',
        'What came through the upload page stays until one of us deletes it. It also goes when you delete everything about you.',
        'The list of what our staff did stays for 3 years. Our safety copies are kept apart, and stay longer. What you took back does not come back from them.',
        'If you say yes or no, we keep a receipt of that. When you are deleted, it names nobody.',
      ],
    },
    {
      id: 'take-it-back',
      heading: 'How to take it back',
      paragraphs: [
        'You can stop at any time. You can take your yes back at any time. You need not say why. It costs nothing.',
        'Open the page “My story”. We mail you a link first, so that nobody else can do this.',
        'You can hide your story there. Then nobody but you and our producers can see it. You can show it again.',
        'You can take back one video, answer or photo. You can take back the whole story. You can delete everything about you. What you take back is deleted, here and from the public pages.',
        'We cannot call back copies that others have made. Search engines may show it for some more days.',
        'If you take back your yes to recording, we keep nothing new. What is there stays until you take it back, too.',
        'Did you send us something on the upload page? Or do you need help? Write to {email}.',
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      paragraphs: [
        'On “My story” you see what we have about you. You can download it, correct your details, or delete it all. You can also ask us for each of these.',
        'You can also complain about us. The data protection office of your country helps you.',
      ],
    },
    {
      id: 'under-18',
      heading: 'If you are under 18',
      paragraphs: [
        'Then a parent or guardian has to say yes first. We write them a mail. Nothing is recorded before they say yes. They can take it back.',
      ],
    },
    {
      id: 'who-to-ask',
      heading: 'Who to ask',
      paragraphs: ['Write to {email}. A person reads it and answers you.'],
    },
  ],
  easy: [
    { picture: 'house', words: 'This site belongs to {organisation}.' },
    { picture: 'camera', words: 'We keep your videos, your photos and your words.' },
    { picture: 'film', words: 'We make a short video from your story.' },
    { picture: 'eye', words: 'Our producers see what you send. Other people do not.' },
    { picture: 'globe', words: 'A published video can be seen by everybody.' },
    {
      picture: 'words',
      words: '{transcriber} may turn your speech into words. Only if you say yes.',
      onlyWithTranscriber: true,
    },
    { picture: 'clock', words: 'We keep your story until it is deleted.' },
    { picture: 'back', words: 'On “My story” you can hide or delete it at any time.' },
    { picture: 'child', words: 'Are you under 18? Then a parent or guardian must say yes.' },
    { picture: 'letter', words: 'Do you have a question? Write to {email}.' },
  ],
  recording: {
    heading: 'Before you begin',
    happens: [
      'We keep what you record, add and write here.',
      'Our producers watch it.',
      'They make a short video from it.',
    ],
    happensNot: [
      'Nobody else sees what you record.',
      'This is not a yes to showing your story.',
      'The camera stays off until you turn it on.',
    ],
    promise: 'You can stop or take it back at any time.',
  },
  transcription: {
    heading: 'May your speech be turned into words?',
    words: [
      '{transcriber} is another company. It would get the sound of your video.',
      'Your story goes on without it, too. You can take it back at any time.',
    ],
  },
  upload: 'I may send this. Everybody who can be seen in it knows, and says yes.',
};
