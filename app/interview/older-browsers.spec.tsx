import { fireEvent, screen, waitFor } from '@testing-library/react';
import { drafts, open, record, save, saves, useInterview } from '../testing/interview-screen.js';
import { useOlderBrowser } from '../testing/older-browser.js';

useInterview();
useOlderBrowser();

describe('in an older browser', () => {
  it('an answer is recorded and saved', async () => {
    await open();
    await record();
    await save();
    expect(saves()).toHaveLength(1);
  });

  it('a file is chosen, and kept until it is saved', async () => {
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    const picker = document.querySelector('input[type=file]:not([capture])')!;
    fireEvent.change(picker, { target: { files: [new File(['film'], 'mine.mp4', { type: 'video/mp4' })] } });
    await screen.findByRole('heading', { name: 'Review your recording' });
    await waitFor(async () => expect(await drafts()).toMatchObject([{ pieces: 1 }]));
  });
});
