import type { ComponentProps, MouseEvent } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'quiet' | 'outline' | 'danger';
  /** `touch` is 48 px high, `compact` 44 px for staff tables. */
  size?: 'touch' | 'compact';
  /** Work is under way: the button does nothing, keeps the focus, and shows `pendingLabel` when there is one. */
  pending?: boolean;
  pendingLabel?: string;
}

export function Button({
  variant = 'primary',
  size = 'touch',
  pending = false,
  pendingLabel,
  disabled = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${className}`}
      data-variant={variant}
      data-size={size}
      disabled={disabled}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? ignore : onClick}
    >
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  );
}

/** Also keeps a pending submit button from submitting its form again. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}
