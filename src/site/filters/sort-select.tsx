import { Field, Options, Select } from '#ui/forms/field.tsx'
import { findKey } from '#platform/client/typed-entries.client.ts'

interface SortSelectProps<Sort extends string> {
  labels: Record<Sort, string>
  /** Sort order that URLs do not contain. */
  defaultSort: NoInfer<Sort>
  /** Undefined: the default sort order. */
  value: NoInfer<Sort> | undefined
  onChange: (sort: Sort | undefined) => void
}

/** Select for a sort order. Forms submit it as `sort`. */
export function SortSelect<Sort extends string>({ labels, defaultSort, value, onChange }: SortSelectProps<Sort>) {
  return (
    <Field label="Sort by">
      {(control) => (
        <Select
          {...control}
          name="sort"
          value={value ?? defaultSort}
          onChange={({ target }) => onChange(target.value === defaultSort ? undefined : findKey(labels, target.value))}
        >
          <Options of={Object.entries<string>(labels)} />
        </Select>
      )}
    </Field>
  )
}
