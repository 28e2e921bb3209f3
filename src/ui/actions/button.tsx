import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from '#ui/router/link.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { useFocusPreservation } from '#ui/hydration/use-focus-preservation.ts'
import * as iconButton from './icon-button.module.css'
import * as spinner from '#ui/states/spinner.module.css'

/**
 * `primary` is for the main action, `quiet` for secondary ones, `danger` for irreversible ones, `paper` on pictures, `sun` and `ghost` on
 * dark bands.
 */
export type ButtonVariant = 'primary' | 'quiet' | 'paper' | 'sun' | 'ghost' | 'danger'

interface ButtonStyle {
  variant?: ButtonVariant | undefined
  size?: 'm' | 's' | undefined
  wide?: boolean | undefined
}

interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  busy?: boolean | undefined
  busyLabel?: ReactNode
}

/**
 * Renders a `<button>`. While `busy`, it is disabled and shows a spinner with `busyLabel` (default: `children`); then it gets the focus
 * back.
 */
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
  const focusProps = useFocusPreservation(busy, onFocus, onBlur)
  return (
    <button
      type="button"
      {...rest}
      {...focusProps}
      {...styleAttributesOf({ variant, size, wide })}
      className={joinClasses('btn', className)}
      disabled={disabled || busy}
      onClick={rest.type === 'submit' ? ignoreDoubleClick(onClick) : onClick}
      aria-busy={busy || undefined}
    >
      {busy && <span className={spinner.spin} aria-hidden="true" />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  )
}

/** Renders a link that looks like a button: for navigation, not for actions. */
export function ButtonLink({ variant, size, wide, className, ...rest }: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link {...rest} {...styleAttributesOf({ variant, size, wide })} className={joinClasses('btn', className)} />
}

/** Wraps a click handler so that it ignores the second click of a double click, which could submit the form before `busy` is rendered. */
const ignoreDoubleClick = (onClick: ButtonProps['onClick']) => (event: MouseEvent<HTMLButtonElement>) => {
  if (event.detail > 1) event.preventDefault()
  else onClick?.(event)
}

interface IconButtonProps extends ComponentProps<'button'> {
  variant?: 'danger' | undefined
  icon: IconName
  label: string
}

/** Renders a round button with only an icon; `label` is its accessible name. */
export function IconButton({ icon, label, variant, className, onFocus, onBlur, ...rest }: IconButtonProps) {
  const focusProps = useFocusPreservation(false, onFocus, onBlur)
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      {...focusProps}
      className={joinClasses(iconButton.button, className)}
      data-part="icon-button"
      data-variant={variant}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Returns the attributes that `button.css` selects on. External links set them directly: `className="btn" data-variant="quiet"`. */
const styleAttributesOf = ({ variant = 'primary', size = 'm', wide }: ButtonStyle) => ({
  'data-variant': variant === 'primary' ? undefined : variant,
  'data-size': size === 's' ? size : undefined,
  'data-wide': wide || undefined,
})

/**
 * Renders a visually hidden submit button for a form that is submitted by Enter or on change. It is not in the tab order, but assistive
 * technology can find it.
 */
export const HiddenSubmit = ({ label }: { label: string }) => (
  <button type="submit" className="visuallyHidden" tabIndex={-1}>
    {label}
  </button>
)
