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

/** Renders the search box of a list, which searches while the user types. */
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
  /** Labels of the options, by value. */
  options: Record<Value, string>
  value: string | undefined
  /** Label of the option that removes the filter; without a label there is no such option. */
  allLabel?: string | undefined
  onChoose: (value: Value | undefined) => void
}

/** Renders a select that filters or sorts a list. A value that is not an option is ignored. */
export function ListSelect<Value extends string>({ label, options, value, allLabel, onChoose }: ListSelectProps<Value>) {
  const isOption = value !== undefined && Object.hasOwn(options, value)
  return (
    <Select aria-label={label} value={isOption ? value : ''} onChange={({ target }) => onChoose(findKey(options, target.value))}>
      {allLabel !== undefined && <option value="">{allLabel}</option>}
      <Options of={Object.entries<string>(options)} />
    </Select>
  )
}

interface CategorySelectProps extends Pick<ListSelectProps<string>, 'allLabel' | 'value' | 'onChoose'> {
  categories: Category[] | undefined
}

/** Renders the category filter; its value is the category's slug. */
export const CategorySelect = ({ categories = [], ...select }: CategorySelectProps) => (
  <ListSelect label="Category" options={Object.fromEntries(categories.map(({ slug, name }) => [slug, name]))} {...select} />
)

/** @returns the value, or undefined if it is not one of the options */
export const parseChoice = <Value extends string>(options: Record<Value, string>, value: string | undefined): Value | undefined =>
  findKey(options, value)
