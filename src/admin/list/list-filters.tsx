import { useId } from 'react'
import type { useListUrl } from '#admin/list-url.ts'
import type { Category } from '#features/categories/category.client.ts'
import { Input, Options, Select } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { findKey } from '#platform/client/typed-entries.client.ts'
import * as searchField from '#ui/forms/search-field.module.css'

interface ListSearchProps {
  label: string
  placeholder: string
  typed: ReturnType<typeof useListUrl>['typed']
}

/** The search box of a list. Typing is enough; Enter does not have to wait for the pause. */
export function ListSearch({ label, placeholder, typed }: ListSearchProps) {
  const id = useId()
  return (
    <div className={searchField.search} data-part="search" role="search" aria-label={label}>
      <label className="visuallyHidden" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <Input
        id={id}
        type="search"
        value={typed.words}
        maxLength={SEARCH_MAX}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        onChange={({ target }) => typed.type(target.value)}
      />
    </div>
  )
}

interface ListSelectProps<Value extends string> {
  label: string
  /** What is offered, by value. */
  options: Record<Value, string>
  value: string | undefined
  /** What choosing none is called; without it one is always chosen. */
  all?: string | undefined
  onChoose: (value: Value | undefined) => void
}

/** One filter or the order of a list. A value from the address that is not offered counts as none. */
export function ListSelect<Value extends string>({ label, options, value, all, onChoose }: ListSelectProps<Value>) {
  const known = value !== undefined && Object.hasOwn(options, value)
  return (
    <Select aria-label={label} value={known ? value : ''} onChange={({ target }) => onChoose(findKey(options, target.value))}>
      {all !== undefined && <option value="">{all}</option>}
      <Options of={Object.entries<string>(options)} />
    </Select>
  )
}

interface CategorySelectProps extends Pick<ListSelectProps<string>, 'all' | 'value' | 'onChoose'> {
  categories: Category[] | undefined
}

/** One category, by its slug. */
export const CategorySelect = ({ categories = [], ...select }: CategorySelectProps) => (
  <ListSelect label="Category" options={Object.fromEntries(categories.map(({ slug, name }) => [slug, name]))} {...select} />
)

/** A value from the address, if it is one of these. */
export const parseChoice = <Value extends string>(options: Record<Value, string>, value: string | undefined): Value | undefined =>
  findKey(options, value)
