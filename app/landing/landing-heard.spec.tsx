import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readAloud } from '../testing/screen-reader.js';
import { ScreenServer } from '../testing/screen-server.js';
import LandingIsland from './landing.island.js';

let server: ScreenServer;
beforeEach(() => {
  server = new ScreenServer()
    .on('GET /api/progress-stats', { body: { totalUsers: 30, completedInterviews: 12, goalStories: 120 } })
    .on('GET /api/auth/device', { body: { keptUnder: null } });
});
afterEach(() => server.close());

async function openDialog(address: string): Promise<HTMLElement> {
  await server.open(address);
  render(<LandingIsland questions={[]} />);
  return screen.findByRole('dialog');
}

it('whoever begins hears what is asked for, and what is missing', async () => {
  const dialog = await openDialog('/#get-started');
  await userEvent.click(screen.getByRole('button', { name: 'Start Interview' }));
  expect(await readAloud(dialog)).toEqual([
    'dialog, Get Started - Enter Your Information',
    'heading, Get Started - Enter Your Information, level 2',
    'button, Close',
    'form',
    'First name',
    'textbox, First name, Please enter your first name., invalid, required',
    'Please enter your first name.',
    'Last name',
    'textbox, Last name, Please enter your last name., invalid, required',
    'Please enter your last name.',
    'E-mail',
    'textbox, E-mail, Please enter your e-mail address., invalid, required',
    'Please enter your e-mail address.',
    'checkbox, Tag me on social media, not checked',
    'Tag me on social media',
    'button, Start Interview',
    'status',
    'link, What we do with what you give us (opens a new tab)',
  ]);
});

it('whoever comes back hears what is asked for', async () => {
  const dialog = await openDialog('/#resume');
  expect(await readAloud(dialog)).toEqual([
    'dialog, Resume Your Interview',
    'heading, Resume Your Interview, level 2',
    'button, Close',
    'Enter the e-mail address that you began with. Everything you have saved is still there.',
    'form',
    'E-mail',
    'textbox, E-mail, required',
    'button, Resume Interview',
    'status',
    'link, Or choose the step to continue from yourself',
    'link, What we do with what you give us (opens a new tab)',
  ]);
});
