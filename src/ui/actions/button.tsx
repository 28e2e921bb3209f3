import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from '#ui/router/link.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { useFocusPreservation } from '#ui/hydration/use-focus-preservation.ts'
import * as iconButton from './icon-button.module.css'
import * as waiting from '#ui/states/spinner.module.css'

/** How loud a button is: `primary` for the one action, `quiet` beside it, `paper` on pictures, `sun` and `ghost` on the dark band. */
export type ButtonVariant = 'primary' | 'quiet' | 'paper' | 'sun' | 'ghost' | 'danger'

interface Look {
  variant?: ButtonVariant | undefined
  size?: 'm' | 's' | undefined
  wide?: boolean | undefined
}

interface ButtonProps extends Look, ComponentProps<'button'> {
  busy?: boolean | undefined
  busyLabel?: ReactNode
}

/** A real button. While `busy` it is disabled and shows a spinner and `busyLabel` (or its own label); the focus comes back to it after. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyLabel,
  className,
  disabled,
  children,
  onFocus,
  onBlur,
  onClick,
  ...rest
}: ButtonProps) {
  const keepFocus = useFocusPreservation(busy, onFocus, onBlur)
  return (
    <button
      type="button"
      {...rest}
      {...keepFocus}
      {...lookOf({ variant, size, wide })}
      className={joinClasses('btn', className)}
      disabled={disabled || busy}
      onClick={rest.type === 'submit' ? onlyOnce(onClick) : onClick}
      aria-busy={busy || undefined}
    >
      {busy && <span className={waiting.spin} aria-hidden="true" />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  )
}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function ButtonLink({ variant, size, wide, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} {...lookOf({ variant, size, wide })} className={joinClasses('btn', className)} />
}

/** The second press of a double click would send the form again: the button learns of the sending a moment after the first. */
const onlyOnce = (onClick: ButtonProps['onClick']) => (event: MouseEvent<HTMLButtonElement>) => {
  if (event.detail > 1) event.preventDefault()
  else onClick?.(event)
}

interface IconButtonProps extends ComponentProps<'button'> {
  variant?: 'danger' | undefined
  icon: IconName
  label: string
}

/** A round button with only an icon; `label` is its accessible name. */
export function IconButton({ icon, label, variant, className, onFocus, onBlur, ...rest }: IconButtonProps) {
  const keepFocus = useFocusPreservation(false, onFocus, onBlur)
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      {...keepFocus}
      className={joinClasses(iconButton.button, className)}
      data-part="icon-button"
      data-variant={variant}
    >
      <Icon name={icon} />
    </button>
  )
}

/** What `button.css` asks for. A link outside the site writes it itself: `className="btn" data-variant="quiet"`. */
const lookOf = ({ variant = 'primary', size = 'm', wide }: Look) => ({
  'data-variant': variant === 'primary' ? undefined : variant,
  'data-size': size === 's' ? size : undefined,
  'data-wide': wide || undefined,
})

/** Sends a form that answers to Enter or to each choice: there for whoever looks for a button, though not seen and no stop of the keyboard. */
export const HiddenSubmit = ({ label }: { label: string }) => (
  <button type="submit" className="visuallyHidden" tabIndex={-1}>
    {label}
  </button>
)
