import { render, screen } from '@testing-library/react';
import './screen-server.js';

describe('a document for screens', () => {
  it('tells the style that an element has now, though it was asked before', () => {
    const { container } = render(
      <p>
        <button>Save</button>
      </p>,
    );
    const paragraph = container.querySelector('p') as HTMLElement;
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeNull();
    paragraph.style.display = 'none';
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    paragraph.removeAttribute('style');
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeNull();
  });

  it('shows the document of a wait that was given up', async () => {
    render(<p>Here I am</p>);
    const looking = screen.findByText('Somebody else', {}, { timeout: 50 });
    await expect(looking).rejects.toThrow('Here I am');
  });
});
