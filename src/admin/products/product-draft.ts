import type { ProductInput } from '#features/products/editing/product-editing.client.ts'
import type { ListedProduct } from '#features/products/product.client.ts'

/** Form values of a product. Texts without a value are empty strings. */
export interface ProductDraft {
  name: string
  slug: string
  description: string
  categoryId: string
  price: string
  image: string
  imageAlt: string
  features: string
  technicalSpecs: string
  isFeatured: boolean
  isDemo: boolean
}

export const BLANK_PRODUCT: ProductDraft = {
  name: '',
  slug: '',
  description: '',
  categoryId: '',
  price: '',
  image: '',
  imageAlt: '',
  features: '',
  technicalSpecs: '',
  isFeatured: false,
  isDemo: false,
}

export const toProductDraft = (product: ListedProduct): ProductDraft => ({
  name: product.name,
  slug: product.slug,
  description: product.description ?? '',
  categoryId: product.categoryId === null ? '' : String(product.categoryId),
  price: product.price ?? '',
  image: product.image ?? '',
  imageAlt: product.imageAlt ?? '',
  features: product.features ?? '',
  technicalSpecs: product.technicalSpecs ?? '',
  isFeatured: product.isFeatured,
  isDemo: product.isDemo,
})

/** Converts form values to the request body. Without a category, `categoryId` is undefined, which the contract rejects. */
export const toProductInput = ({ categoryId, ...draft }: ProductDraft): ProductInput => ({
  ...draft,
  categoryId: (categoryId === '' ? undefined : Number(categoryId)) as number,
})
