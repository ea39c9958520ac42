import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TRANSCRIPT_FILE_MAX_BYTES } from '../../../api/contract/common/limits.js';
import { Toaster } from '../../shared/ui/toaster.js';
import { TranscriptField } from './transcript-field.js';

const choose = async (bytes: number) => {
  const onFile = jest.fn();
  render(
    <>
      <TranscriptField label="Transcript" hint="" text="" onFile={onFile} />
      <Toaster />
    </>,
  );
  const file = new File(['a'.repeat(bytes)], 'words.txt', { type: 'text/plain' });
  await userEvent.upload(screen.getByLabelText('Or choose a .vtt or .srt file'), file);
  return onFile;
};

describe('a file of a transcript', () => {
  it('is taken up to the limit, to the byte', async () => {
    const onFile = await choose(TRANSCRIPT_FILE_MAX_BYTES);
    await screen.findByLabelText('Transcript');
    expect(onFile).toHaveBeenCalledTimes(1);
  });

  it('is told its limit when it is too large, by its name', async () => {
    const onFile = await choose(TRANSCRIPT_FILE_MAX_BYTES + 1);
    await screen.findAllByText('Transcript files can have up to 2MB.');
    expect([screen.getAllByText('words.txt').length > 0, onFile.mock.calls]).toEqual([true, []]);
  });
});
