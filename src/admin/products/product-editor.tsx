/** Side panel that adds or changes a product. */
import { createOptionNameFormatter, VersionConflict } from '#features/drafts/version-conflict.tsx'
import { useQuery } from '@tanstack/react-query'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { loadProductForm, saveProduct } from '#features/products/editing/product-editing.client.ts'
import type { ListedProduct } from '#features/products/product.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { BLANK_PRODUCT, toProductDraft, toProductInput } from './product-draft.ts'
import { PRODUCT_LABELS } from './product-labels.ts'
import { ProductFields } from './product-fields.tsx'
import { useGeneratedSlug } from './use-generated-slug.ts'
import { usePlainPrice } from './use-plain-price.ts'

interface ProductEditorProps {
  /** Product to edit; without one, the editor adds a product. */
  product?: ListedProduct | undefined
  onClose: () => void
}

export function ProductEditor({ product, onClose }: ProductEditorProps) {
  const form = useForm({
    start: product ? toProductDraft(product) : BLANK_PRODUCT,
    // Submitting with Enter or Ctrl+S does not blur the field, so the price is formatted here too.
    toBody: (draft) => toProductInput({ ...draft, price: price.format() }),
    contract: loadProductForm,
    version: product?.version,
    send: (body, version) => saveProduct({ ...body, ...(product ? { id: product.id, version } : {}) }),
    onDone: () => {
      toast(
        product
          ? { title: 'Product Updated', message: 'The product has been successfully updated in the catalog.' }
          : { title: 'Product Created', message: 'The product has been successfully added to the catalog.' },
      )
      onClose()
    },
    onFailed: () => {
      const verb = product ? 'update' : 'create'
      toast({ title: 'Error', message: `Failed to ${verb} product: Failed to ${verb} product`, tone: 'destructive' })
    },
  })
  const { values, change } = form
  const price = usePlainPrice(values.price, (newPrice) => change({ price: newPrice }))
  const categories = useQuery(categoriesQuery())
  useGeneratedSlug(product ? '' : values.name, values.slug, (slug) => change({ slug }))

  return (
    <EditorSheet
      title={product ? 'Edit Product' : 'Add Product'}
      form={form}
      draft={{ name: 'product', subject: product?.id }}
      saveLabel={product ? 'Save Changes' : 'Add Product'}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <VersionConflict
        form={form}
        toValues={toProductDraft}
        fields={{
          ...PRODUCT_LABELS,
          categoryId: { label: PRODUCT_LABELS.categoryId, format: createOptionNameFormatter(categories.data?.items ?? []) },
        }}
      />
      <ProductFields form={form} categories={categories.data?.items ?? []} price={price} isStoredDemo={product?.isDemo === true} />
    </EditorSheet>
  )
}
