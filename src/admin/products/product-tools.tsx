import { CategorySelect, ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import type { useListUrl } from '#admin/list-url.ts'
import type { Category } from '#features/categories/category.client.ts'
import { SORT_LABELS } from '#features/products/product.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { BulkBar, Toolbar } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'

interface ProductToolsProps {
  listUrl: ReturnType<typeof useListUrl<'category'>>
  categories: Category[]
  total: number | undefined
  selectedCount: number
  busy: boolean
  onFeature: (isFeatured: boolean) => void
  onDelete: () => void
  onClear: () => void
}

/** Renders the search, category and sort controls or, while rows are selected, the bulk actions. */
export function ProductTools({ listUrl, categories, total, selectedCount, busy, onFeature, onDelete, onClear }: ProductToolsProps) {
  const { nounFor } = useWording()
  const { filters, searchInput, setParams } = listUrl
  if (selectedCount > 0)
    return (
      <BulkBar count={selectedCount} onClear={onClear}>
        <Button variant="quiet" size="s" disabled={busy} onClick={() => onFeature(true)}>
          Mark as featured
        </Button>
        <Button variant="quiet" size="s" disabled={busy} onClick={() => onFeature(false)}>
          Mark as not featured
        </Button>
        <Button variant="danger" size="s" disabled={busy} onClick={onDelete}>
          Delete
        </Button>
      </BulkBar>
    )
  return (
    <Toolbar caption={total !== undefined && `${total} ${nounFor(total, NOUNS.product)}`}>
      <ListSearch label="Search products" placeholder="Name or description" searchInput={searchInput} />
      <CategorySelect
        allLabel="All categories"
        categories={categories}
        value={filters.category}
        onChoose={(category) => setParams({ category })}
      />
      <ListSelect label="Sort by" {...listUrl.getSortSelect(SORT_LABELS, 'rating')} />
    </Toolbar>
  )
}
