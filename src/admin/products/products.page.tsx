/** Product list with editor and bulk actions. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { adminProductsQuery } from '#features/products/editing/product-editing.client.ts'
import { SORT_LABELS, type ListedProduct } from '#features/products/product.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import type { Wording } from '#wording/wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { ProductEditor } from './product-editor.tsx'
import { ProductTable } from './product-table.tsx'
import { ProductTools } from './product-tools.tsx'
import { useProductMutations } from './use-product-mutations.ts'

const PER_PAGE = 20

export default function ProductsPage() {
  const { count } = useWording()
  const listUrl = useListUrl('category')
  const { page, search, filters } = listUrl
  const { value: sort, onChoose: onSort } = listUrl.getSortSelect(SORT_LABELS, 'rating')
  const products = useQuery({
    ...adminProductsQuery({ page, perPage: PER_PAGE, search, category: filters.category, sort }),
    placeholderData: keepPreviousData,
  })
  const categories = useQuery(categoriesQuery())
  const [editing, setEditing] = useState<{ product?: ListedProduct }>()
  const [toDelete, setToDelete] = useState<ListedProduct[]>([])
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set<number>())
  const rows = products.data?.items ?? []
  const total = products.data?.total ?? 0
  const selected = rows.filter(({ id }) => selection.has(id))
  const mutations = useProductMutations((doneIds) => {
    setToDelete([])
    setSelection((current) => new Set([...current].filter((id) => !doneIds.has(id))))
  })

  const add = (label: string) => (
    <Button onClick={() => setEditing({})}>
      <Icon name="plus" />
      {label}
    </Button>
  )
  const isEmpty = products.isSuccess && total === 0 && !listUrl.isNarrowed

  return (
    <>
      <AdminHead title="Manage Products" action={add('Add Product')} />
      {isEmpty ? (
        <EmptyState
          title="No Products Yet"
          text="Products that you add appear in the catalogue at once."
          action={add('Add Your First Product')}
        />
      ) : (
        <ListFrame
          list={products}
          listUrl={listUrl}
          perPage={PER_PAGE}
          pagesLabel="Pages of products"
          tools={
            <ProductTools
              listUrl={listUrl}
              categories={categories.data?.items ?? []}
              total={products.data?.total}
              selectedCount={selected.length}
              busy={mutations.busy}
              onFeature={(isFeatured) => mutations.featuring.mutate({ products: selected, isFeatured })}
              onDelete={() => setToDelete(selected)}
              onClear={() => setSelection(new Set())}
            />
          }
          errorTitle="The products could not be loaded"
          empty={null}
          noMatchTitle="No products match"
        >
          {({ items }) => (
            <ProductTable
              rows={items}
              categories={categories.data?.items}
              sort={sort}
              busy={products.isPlaceholderData}
              selection={selection}
              onSelection={setSelection}
              onSort={onSort}
              onEdit={(product) => setEditing({ product })}
              onDelete={(product) => setToDelete([product])}
            />
          )}
        </ListFrame>
      )}
      {editing && <ProductEditor product={editing.product} onClose={() => setEditing(undefined)} />}
      <Confirm
        open={toDelete.length > 0}
        question={questionFor(toDelete, count)}
        confirmLabel="Delete"
        tone="danger"
        busy={mutations.deleting.isPending}
        onConfirm={() => mutations.deleting.mutate(toDelete)}
        onCancel={() => setToDelete([])}
      >
        Their reviews are deleted too. You can restore both from the trash for 30 days.
      </Confirm>
    </>
  )
}

const questionFor = ([first, ...others]: ListedProduct[], count: Wording['count']): string =>
  others.length === 0
    ? `Are you sure you want to delete "${first?.name ?? ''}"?`
    : `Are you sure you want to delete ${count(others.length + 1, NOUNS.product)}?`
