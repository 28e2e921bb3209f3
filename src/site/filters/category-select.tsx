import type { Category } from '#features/categories/category.client.ts'
import { Field, Options, Select } from '#ui/forms/field.tsx'

interface CategorySelectProps {
  categories: Category[]
  /** Slug of the selected category; undefined selects all categories. A slug that is not in the list is added as an option. */
  value: string | undefined
  /** Label of the option that selects all categories. */
  allLabel?: string
  /** Number of items by category id, shown in the options; undefined shows no numbers. */
  counts?: ReadonlyMap<number, number> | undefined
  onChange: (slug: string | undefined) => void
}

/** Select for a category. Forms submit its slug as `category`. */
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
