import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import {
  allowCamera,
  open,
  openAnswered,
  press,
  save,
  startRecorder,
  useInterview,
} from '../testing/interview-screen.js';

useInterview();

const persist = jest.fn<() => Promise<boolean>>();
beforeEach(() => {
  persist.mockReset().mockResolvedValue(true);
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } });
});
afterEach(() => Reflect.deleteProperty(navigator, 'storage'));

describe('a browser is asked not to empty its storage by itself', () => {
  it('as soon as a recording is begun, and once', async () => {
    await open();
    await allowCamera();
    expect(persist).not.toHaveBeenCalled();
    await startRecorder();
    expect(persist).toHaveBeenCalledTimes(1);
    await press('Stop');
    await save();
    await screen.findByRole('heading', { name: 'Life today' });
    await press('Previous');
    await press('Record New Response');
    await screen.findAllByText('Replace existing recording');
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('as an answer is recorded anew', async () => {
    await openAnswered();
    await press('Record New Response');
    await screen.findAllByText('Replace existing recording');
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('as a file is chosen', async () => {
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    const picker = document.querySelector('input[type=file]:not([capture])')!;
    fireEvent.change(picker, { target: { files: [new File(['film'], 'mine.mp4', { type: 'video/mp4' })] } });
    await screen.findByRole('heading', { name: 'Review your recording' });
    expect(persist).toHaveBeenCalledTimes(1);
  });
});
