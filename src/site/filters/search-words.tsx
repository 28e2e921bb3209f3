import { Field, Input } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import * as searchField from '#ui/forms/search-field.module.css'

interface SearchWordsProps {
  label: string
  placeholder: string
  words: string
  onType: (words: string) => void
  name?: string | undefined
  className?: string | undefined
}

/** The words to look for, sent as `search` or under another name. */
export function SearchWords({ label, placeholder, words, onType, name = 'search', className }: SearchWordsProps) {
  return (
    <Field label={label} className={className}>
      {(control) => (
        <span className={searchField.search}>
          <Icon name="search" />
          <Input
            {...control}
            type="search"
            name={name}
            value={words}
            maxLength={SEARCH_MAX}
            placeholder={placeholder}
            enterKeyHint="search"
            autoComplete="off"
            onChange={(event) => onType(event.target.value)}
          />
        </span>
      )}
    </Field>
  )
}
