import { PLAYER_TEXTS } from '../../api/contract/common/player-texts.js';

export const PLAYER_MESSAGES = {
  ...PLAYER_TEXTS,
  stopInterview: 'Stop Interview',
  playShortForm: (minutes: number) => `Play ${minutes} Minutes`,
  stopShortForm: 'Stop',
  nowPlaying: (title: string) => `Now playing: ${title}`,
  frameTitle: (host: string, title: string) => `Video player of ${host}: ${title}`,
  cannotPlay: (title: string) => `Cannot be played: ${title}`,
  hostSilent: (host: string) => `${host} does not answer`,
  tryLater: (host: string) => `You can try again, or open the video at ${host}.`,
  gone: 'This video is not here any more',
  goneHint: 'It may have been taken back by the person who told it.',
  goesOn: 'The interview goes on with the next answer in a moment.',
  linkToPassage: 'Copy link to this paragraph',
  linkTo: (time: string) => `Copy link to ${time}`,
  showLess: 'Show less',
};
