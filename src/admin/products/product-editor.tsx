/** The side panel in which a product is added or changed. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { groupErrorsByField, useDraft } from '#admin/editor/use-draft.ts'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { loadProductForm, saveProduct } from '#features/products/product-editing.client.ts'
import type { ListedProduct } from '#features/products/product.client.ts'
import { ApiError } from '#platform/api.client.ts'
import { toast } from '#ui/toast-store.ts'
import { BLANK_PRODUCT, toProductDraft, toProductInput, type ProductDraft } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { useGeneratedSlug } from './use-generated-slug.ts'
import { usePlainPrice } from './use-plain-price.ts'

interface ProductEditorProps {
  /** The product to change; none to add one. */
  product?: ListedProduct | undefined
  onClose: () => void
}

export function ProductEditor({ product, onClose }: ProductEditorProps) {
  const draft = useDraft<ProductDraft>(product ? toProductDraft(product) : BLANK_PRODUCT)
  const { values } = draft
  const price = usePlainPrice(values.price, (typed) => draft.change({ price: typed }))
  const categories = useQuery(categoriesQuery())
  useGeneratedSlug(product ? '' : values.name, values.slug, (slug) => draft.change({ slug }))

  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async (sent: ProductDraft) => {
      const rules = await loadProductForm()
      const checked = rules.safeParse(toProductInput(sent))
      if (!checked.success) return { wrong: checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) }
      await saveProduct({ ...checked.data, ...(product ? { id: product.id } : {}) })
      return { wrong: [] }
    },
    onSuccess: ({ wrong }) => {
      if (wrong.length > 0) return draft.point(groupErrorsByField(wrong))
      toast(
        product
          ? { title: 'Product Updated', message: 'The product has been successfully updated in the catalog.' }
          : { title: 'Product Created', message: 'The product has been successfully added to the catalog.' },
      )
      onClose()
    },
    onError: (fault) => {
      const done = product ? 'update' : 'create'
      toast({ title: 'Error', message: `Failed to ${done} product: Failed to ${done} product`, tone: 'destructive' })
      if (fault instanceof ApiError) draft.point(groupErrorsByField(fault.errors))
    },
  })

  return (
    <EditorSheet
      title={product ? 'Edit Product' : 'Add Product'}
      isChanged={draft.isChanged}
      busy={saving.isPending}
      saveLabel={product ? 'Save Changes' : 'Add Product'}
      busyLabel="Saving..."
      form={draft.form}
      // Enter and the key for saving leave the field as well.
      onSubmit={() => saving.mutate({ ...values, price: price.leave() })}
      onClose={onClose}
    >
      <ProductFields
        values={values}
        errors={draft.errors}
        categories={categories.data?.items ?? []}
        price={price}
        onChange={draft.change}
      />
    </EditorSheet>
  )
}
