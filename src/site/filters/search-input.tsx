import { Field, Input } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import * as searchField from '#ui/forms/search-field.module.css'

interface SearchInputProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  name?: string | undefined
  className?: string | undefined
}

/** Input for search words. Forms submit them under `name`, by default `search`. */
export function SearchInput({ label, placeholder, value, onChange, name = 'search', className }: SearchInputProps) {
  return (
    <Field label={label} className={className}>
      {(control) => (
        <span className={searchField.search}>
          <Icon name="search" />
          <Input
            {...control}
            type="search"
            name={name}
            value={value}
            maxLength={SEARCH_MAX}
            placeholder={placeholder}
            enterKeyHint="search"
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  )
}
