import { useId } from 'react'
import { Input } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'

const SEARCH_MAX = 100

interface ListSearchProps {
  label: string
  placeholder: string
  /** From `useListAddress`. */
  typed: { words: string; type: (words: string) => void }
}

/** The search box of a list; what is typed goes into the address after a pause. */
export function ListSearch({ label, placeholder, typed }: ListSearchProps) {
  const id = useId()
  return (
    <span className="search search-field" role="search">
      <label className="vh" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <Input
        id={id}
        type="search"
        name="search"
        value={typed.words}
        maxLength={SEARCH_MAX}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        onChange={({ target }) => typed.type(target.value)}
      />
    </span>
  )
}
