import type { Category } from '#features/categories/category.client.ts'
import { Field, Options, Select } from '#ui/forms/field.tsx'

interface CategorySelectProps {
  categories: Category[]
  /** Slug of the selected category. One that is not in the list is added as an option. */
  value: string | undefined
  /** Label of the option for no category. */
  allLabel?: string
  /** Number of items by category id. */
  counts?: ReadonlyMap<number, number> | undefined
  onChange: (slug: string | undefined) => void
}

/** Category select, submitted as `category`. */
export function CategorySelect({ categories, value, allLabel = 'All categories', counts, onChange }: CategorySelectProps) {
  const isUnlisted = value !== undefined && !categories.some(({ slug }) => slug === value)
  return (
    <Field label="Category">
      {(control) => (
        <Select {...control} name="category" value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
          <option value="">{allLabel}</option>
          <Options of={categories.map(({ id, slug, name }) => [slug, counts ? `${name} (${counts.get(id) ?? 0})` : name])} />
          {isUnlisted && <option value={value}>{value}</option>}
        </Select>
      )}
    </Field>
  )
}
