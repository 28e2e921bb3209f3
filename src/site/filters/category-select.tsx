import type { Category } from '#features/categories/category.client.ts'
import { Field, Options, Select } from '#ui/forms/field.tsx'

interface CategorySelectProps {
  categories: Category[]
  /** The slug of the chosen one. One that is not in the list is offered as it is. */
  chosen: string | undefined
  /** What choosing none is called. */
  all?: string
  /** How many things each category has, by its id. */
  counts?: ReadonlyMap<number, number> | undefined
  onChoose: (slug: string | undefined) => void
}

/** The category to look in, sent as `category`. */
export function CategorySelect({ categories, chosen, all = 'All categories', counts, onChoose }: CategorySelectProps) {
  const unlisted = chosen !== undefined && !categories.some(({ slug }) => slug === chosen)
  return (
    <Field label="Category">
      {(control) => (
        <Select {...control} name="category" value={chosen ?? ''} onChange={(event) => onChoose(event.target.value || undefined)}>
          <option value="">{all}</option>
          <Options of={categories.map(({ id, slug, name }) => [slug, counts ? `${name} (${counts.get(id) ?? 0})` : name])} />
          {unlisted && <option value={chosen}>{chosen}</option>}
        </Select>
      )}
    </Field>
  )
}
