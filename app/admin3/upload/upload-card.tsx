import { useId, type FormEvent, type ReactNode } from 'react';

interface UploadCardProps {
  heading: string;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** One of the two forms for uploading. What is missing is said by the product's own messages, not the browser's. */
export function UploadCard({ heading, onSubmit, children }: UploadCardProps) {
  const headingId = useId();
  return (
    <form
      noValidate
      aria-labelledby={headingId}
      className="grid content-start gap-5 rounded-card bg-surface p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    >
      <h2 id={headingId} className="text-xl">
        {heading}
      </h2>
      {children}
    </form>
  );
}
