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
  /** URL to which the browser submits the form if there is no `onSubmit`, or before hydration. */
  action?: string | undefined
  /** Called with the trimmed query instead of the native submit. */
  onSubmit?: (query: string) => void
  className?: string | undefined
  /** Other props of the input, such as those of a combobox. */
  input?: Omit<ComponentProps<'input'>, 'id' | 'type' | 'name' | 'className' | 'placeholder'>
  /** Rendered in the form, after the input. */
  children?: ReactNode
}

/** Renders a search form with the role `search`. The input is uncontrolled: change the component's `key` to reset it. */
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
