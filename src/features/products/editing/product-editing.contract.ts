/** Contract for creating, changing and deleting products. The form shows the same messages. */
import { z } from '#platform/contract/zod.ts'
import { DeletedItem } from '#features/trash/trash.contract.ts'
import { endpoint, Id, idInBody, ReadVersion } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { isPictureUrl } from '#platform/text/picture-url.ts'
import { Product } from '#features/products/product.contract.ts'
import { MAX_LINES } from '#features/products/specifications/split-lines.policy.ts'

/** Fixed paths below `/api/products`. No product may have one of them as its slug. */
export const RESERVED_PRODUCT_SLUGS = ['featured', 'category', 'figures', 'counts', 'compare']

const OptionalTextSchema = (max: number, text = z.string().trim()) =>
  text
    .max(max, `At most ${max} characters`)
    .nullish()
    .transform((text) => text || null)
/** A text with one item per line. */
const LinesSchema = OptionalTextSchema(10_000).refine((text) => (text?.split('\n').length ?? 0) <= MAX_LINES, `At most ${MAX_LINES} lines`)
/** An absolute URL, the path of a picture on this site, or empty for no picture. */
const ImageSchema = z
  .string()
  .trim()
  .max(2000, 'Must be a valid URL')
  .nullish()
  .transform((text) => text || null)
  .refine((text) => text === null || isPictureUrl(text), 'Must be a valid URL')

const FIELD_SCHEMAS = {
  name: singleLine().min(3, 'Name must be at least 3 characters').max(200, 'Name must be at most 200 characters'),
  slug: z
    .string()
    .trim()
    .min(3, 'Slug must be at least 3 characters')
    .max(120, 'Slug must be at most 120 characters')
    .regex(/^[a-z0-9-]+$/, 'Slug must contain only lowercase letters, numbers, and hyphens')
    .refine((slug) => !RESERVED_PRODUCT_SLUGS.includes(slug), 'This slug is reserved'),
  description: z
    .string()
    .trim()
    .min(10, 'Description must be at least 10 characters')
    .max(20_000, 'Description must be at most 20,000 characters'),
  categoryId: idInBody('Please select a category'),
  price: singleLine('Please enter a price').min(1, 'Please enter a price').max(120, 'Price must be at most 120 characters'),
  image: ImageSchema,
  imageAlt: OptionalTextSchema(300, singleLine()),
  features: LinesSchema,
  technicalSpecs: LinesSchema,
  isFeatured: z.boolean(),
  /** Whether the product is an invented example. It is then marked as such, and has neither offers nor ratings in structured data. */
  isDemo: z.boolean(),
}
export const ProductForm = z.object({
  ...FIELD_SCHEMAS,
  isFeatured: FIELD_SCHEMAS.isFeatured.default(false),
  isDemo: FIELD_SCHEMAS.isDemo.optional(),
})
export type ProductForm = z.infer<typeof ProductForm>

/** Creates a product or, if `id` is present, changes it; an unknown id returns 404. `imageUrl` is an alias for `image`. */
export const ProductSave = z.preprocess(
  (body) => {
    if (typeof body !== 'object' || body === null || !('imageUrl' in body)) return body
    const { imageUrl, ...fields }: Record<string, unknown> = { ...body }
    return { ...fields, image: fields['image'] ?? imageUrl }
  },
  ProductForm.extend({ id: idInBody().optional(), version: ReadVersion }),
)
export type ProductSave = z.infer<typeof ProductSave>
/** Change to a product; absent fields stay unchanged. */
export const ProductChange = z.object({ ...FIELD_SCHEMAS, version: ReadVersion }).partial()
export type ProductChange = z.infer<typeof ProductChange>

const admin = { access: 'admin', feature: 'products' } as const
const idParams = z.object({ id: Id })
export const saveProductEndpoint = endpoint('POST /api/products', {
  ...admin,
  summary: 'Create a product, or change it if an id is sent.',
  body: ProductSave,
  response: Product,
  extraStatuses: [200, 409],
})
export const changeProductEndpoint = endpoint('PATCH /api/products/:id', {
  ...admin,
  summary: 'Change a product. Former slugs still lead to it.',
  params: idParams,
  body: ProductChange,
  response: Product,
  extraStatuses: [409],
})
export const deleteProductEndpoint = endpoint('DELETE /api/products/:id', {
  ...admin,
  summary: 'Move a product with its reviews to the trash.',
  params: idParams,
  response: DeletedItem,
})
