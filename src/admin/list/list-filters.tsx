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
  searchInput: ReturnType<typeof useListUrl>['searchInput']
}

/** Search box of a list; searches while typing. */
export function ListSearch({ label, placeholder, searchInput: input }: ListSearchProps) {
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
        value={input.text}
        maxLength={SEARCH_MAX}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        onChange={({ target }) => input.setText(target.value)}
      />
    </div>
  )
}

interface ListSelectProps<Value extends string> {
  label: string
  /** Option labels by value. */
  options: Record<Value, string>
  value: string | undefined
  /** Label of the option for no filter; without it, a value is always chosen. */
  all?: string | undefined
  onChoose: (value: Value | undefined) => void
}

/** Filter or sort select of a list. A value that is not an option is ignored. */
export function ListSelect<Value extends string>({ label, options, value, all, onChoose }: ListSelectProps<Value>) {
  const isOption = value !== undefined && Object.hasOwn(options, value)
  return (
    <Select aria-label={label} value={isOption ? value : ''} onChange={({ target }) => onChoose(findKey(options, target.value))}>
      {all !== undefined && <option value="">{all}</option>}
      <Options of={Object.entries<string>(options)} />
    </Select>
  )
}

interface CategorySelectProps extends Pick<ListSelectProps<string>, 'all' | 'value' | 'onChoose'> {
  categories: Category[] | undefined
}

/** Category filter; its value is the slug. */
export const CategorySelect = ({ categories = [], ...select }: CategorySelectProps) => (
  <ListSelect label="Category" options={Object.fromEntries(categories.map(({ slug, name }) => [slug, name]))} {...select} />
)

/** @returns the value if it is one of the options */
export const parseChoice = <Value extends string>(options: Record<Value, string>, value: string | undefined): Value | undefined =>
  findKey(options, value)
