import { ListSearch } from '#admin/list-search.tsx'
import type { useListAddress } from '#admin/list-address.ts'
import type { Category } from '#features/categories/category.client.ts'
import { SORT_LABELS, type ProductSort } from '#features/products/product.client.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { BulkBar, Toolbar } from '#ui/toolbar.tsx'

interface ProductToolsProps {
  address: ReturnType<typeof useListAddress<'category'>>
  sort: ProductSort
  categories: Category[]
  total: number | undefined
  /** How many rows are selected. */
  chosen: number
  busy: boolean
  onFeature: (isFeatured: boolean) => void
  onDelete: () => void
  onClear: () => void
}

/** Search, category and order; while rows are selected, what can be done with them. */
export function ProductTools({ address, sort, categories, total, chosen, busy, onFeature, onDelete, onClear }: ProductToolsProps) {
  const { filters, typed, set } = address
  if (chosen > 0)
    return (
      <BulkBar count={chosen} onClear={onClear}>
        <Button variant="quiet" size="s" disabled={busy} onClick={() => onFeature(true)}>
          Mark as featured
        </Button>
        <Button variant="quiet" size="s" disabled={busy} onClick={() => onFeature(false)}>
          Not featured
        </Button>
        <Button variant="danger" size="s" disabled={busy} onClick={onDelete}>
          Delete
        </Button>
      </BulkBar>
    )
  return (
    <Toolbar caption={total !== undefined && `${total} ${total === 1 ? 'product' : 'products'}`}>
      <ListSearch label="Search products" placeholder="Name or description" typed={typed} />
      <Select aria-label="Category" value={filters.category ?? ''} onChange={({ target }) => set({ category: target.value })}>
        <option value="">All categories</option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Sort by"
        value={sort}
        onChange={({ target }) => set({ sort: target.value === 'rating' ? undefined : target.value })}
      >
        {Object.entries(SORT_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Toolbar>
  )
}
