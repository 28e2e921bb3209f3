import { ENQUIRY_FIELDS } from '#features/enquiries/enquiry-check.client.ts'
import type { Product } from '#features/products/product.client.ts'
import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

/** Submits the enquiry form when JavaScript is off. The slug of the product is in the page's URL, and not in the form. */
export const action = parsePlainForm({
  fields: ENQUIRY_FIELDS,
  async send(api, values, { slug = '' }) {
    const product = (await api('GET /api/products/:slug', { params: { slug } })) as Product
    await api('POST /api/enquiries', { body: { ...values, productId: product.id } })
    return paths.product(product.slug, 'enquiry')
  },
})
