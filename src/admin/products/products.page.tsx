/** Page that lists the products, with their editor and bulk actions. */
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

const PRODUCTS_PER_PAGE = 20

export default function ProductsPage() {
  const { count } = useWording()
  const listUrl = useListUrl('category')
  const { page, search, filters } = listUrl
  const { value: sort, onChoose: onSort } = listUrl.getSortSelect(SORT_LABELS, 'rating')
  const products = useQuery({
    ...adminProductsQuery({ page, perPage: PRODUCTS_PER_PAGE, search, category: filters.category, sort }),
    placeholderData: keepPreviousData,
  })
  const categories = useQuery(categoriesQuery())
  const [editor, setEditor] = useState<{ product?: ListedProduct }>()
  const [productsToDelete, setProductsToDelete] = useState<ListedProduct[]>([])
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set<number>())
  const rows = products.data?.items ?? []
  const total = products.data?.total ?? 0
  const selectedProducts = rows.filter(({ id }) => selectedIds.has(id))
  const mutations = useProductMutations((doneIds) => {
    setProductsToDelete([])
    setSelectedIds((current) => new Set([...current].filter((id) => !doneIds.has(id))))
  })

  const renderAddButton = (label: string) => (
    <Button onClick={() => setEditor({})}>
      <Icon name="plus" />
      {label}
    </Button>
  )
  const isEmpty = products.isSuccess && total === 0 && !listUrl.isNarrowed

  return (
    <>
      <AdminHead title="Manage Products" action={renderAddButton('Add Product')} />
      {isEmpty ? (
        <EmptyState
          title="No Products Yet"
          text="Products that you add appear in the catalogue at once."
          action={renderAddButton('Add Your First Product')}
        />
      ) : (
        <ListFrame
          list={products}
          listUrl={listUrl}
          perPage={PRODUCTS_PER_PAGE}
          pagesLabel="Pages of products"
          tools={
            <ProductTools
              listUrl={listUrl}
              categories={categories.data?.items ?? []}
              total={products.data?.total}
              selectedCount={selectedProducts.length}
              busy={mutations.busy}
              onFeature={(isFeatured) => mutations.featuring.mutate({ products: selectedProducts, isFeatured })}
              onDelete={() => setProductsToDelete(selectedProducts)}
              onClear={() => setSelectedIds(new Set())}
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
              selectedIds={selectedIds}
              onSelection={setSelectedIds}
              onSort={onSort}
              onEdit={(product) => setEditor({ product })}
              onDelete={(product) => setProductsToDelete([product])}
            />
          )}
        </ListFrame>
      )}
      {editor && <ProductEditor product={editor.product} onClose={() => setEditor(undefined)} />}
      <Confirm
        open={productsToDelete.length > 0}
        question={formatQuestion(productsToDelete, count)}
        confirmLabel="Delete"
        tone="danger"
        busy={mutations.deleting.isPending}
        onConfirm={() => mutations.deleting.mutate(productsToDelete)}
        onCancel={() => setProductsToDelete([])}
      >
        Any reviews are deleted too. You can restore everything from the trash for 30 days.
      </Confirm>
    </>
  )
}

const formatQuestion = ([first, ...others]: ListedProduct[], count: Wording['count']): string =>
  others.length === 0
    ? `Are you sure you want to delete "${first?.name ?? ''}"?`
    : `Are you sure you want to delete ${count(others.length + 1, NOUNS.product)}?`
