import { useId, type ComponentProps, type ReactNode } from 'react'
import { HiddenSubmit } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './search-field.module.css'

interface SearchFieldProps {
  label: string
  name?: string
  defaultValue?: string | undefined
  placeholder?: string | undefined
  /** Where the form goes without `onSubmit` (and before the page's script runs). */
  action?: string | undefined
  /** Gets the trimmed words; the browser then does not submit the form itself. */
  onSubmit?: (words: string) => void
  className?: string | undefined
  /** What else the input is: an open list below it, say. */
  input?: Omit<ComponentProps<'input'>, 'id' | 'type' | 'name' | 'className' | 'placeholder'>
  /** Stands in the form, after the input. */
  children?: ReactNode
}

/** A search box of its own: a form with the role `search`. Give it a `key` to set other words from outside. */
export function SearchField({
  label,
  name = 'q',
  defaultValue,
  placeholder,
  action,
  onSubmit,
  className,
  input,
  children,
}: SearchFieldProps) {
  const id = useId()
  return (
    <form
      className={joinClasses(styles.search, className)}
      data-part="search"
      role="search"
      action={action}
      onSubmit={(event) => {
        if (!onSubmit) return
        event.preventDefault()
        onSubmit(String(new FormData(event.currentTarget).get(name) ?? '').trim())
      }}
    >
      <label className="visuallyHidden" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input
        id={id}
        className="control"
        type="search"
        name={name}
        defaultValue={defaultValue}
        placeholder={placeholder}
        enterKeyHint="search"
        {...input}
      />
      <HiddenSubmit label={label} />
      {children}
    </form>
  )
}
