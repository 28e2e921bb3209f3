import type { ProductDraft } from './product-draft.ts'

/** Labels of the fields, in the form and in the comparison of conflicting versions. */
export const PRODUCT_LABELS = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  categoryId: 'Category',
  price: 'Price',
  image: 'Image URL',
  imageAlt: 'Alternative text',
  features: 'Features',
  technicalSpecs: 'Technical specs',
  isFeatured: 'Featured on the home page',
  isDemo: 'Demo: an invented example',
} satisfies Record<keyof ProductDraft, string>
