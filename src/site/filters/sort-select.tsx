import { Field, Options, Select } from '#ui/forms/field.tsx'
import { findKey } from '#platform/client/typed-entries.client.ts'

interface SortSelectProps<Sort extends string> {
  /** What each order is called. */
  labels: Record<Sort, string>
  /** The order that goes without saying. */
  usual: NoInfer<Sort>
  chosen: NoInfer<Sort> | undefined
  onChoose: (sort: Sort | undefined) => void
}

/** The order of the list, sent as `sort`. */
export function SortSelect<Sort extends string>({ labels, usual, chosen, onChoose }: SortSelectProps<Sort>) {
  return (
    <Field label="Sort by">
      {(control) => (
        <Select
          {...control}
          name="sort"
          value={chosen ?? usual}
          onChange={({ target: { value } }) => onChoose(value === usual ? undefined : findKey(labels, value))}
        >
          <Options of={Object.entries<string>(labels)} />
        </Select>
      )}
    </Field>
  )
}
