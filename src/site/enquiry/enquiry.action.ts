import { postEnquiryCall } from '#features/enquiries/enquiry.endpoints.ts'
import { ENQUIRY_FIELDS } from '#features/enquiries/enquiry-check.client.ts'
import { productQuery, type Product } from '#features/products/product.client.ts'
import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

/** The form does not send its product: the page's URL names it. */
export const action = parsePlainForm({
  fields: ENQUIRY_FIELDS,
  async send(transport, values, { slug = '' }) {
    const [path, input] = productQuery(slug).queryKey
    const product = (await transport('GET', path, input)) as Product
    await transport(postEnquiryCall.method, postEnquiryCall.path, { body: { ...values, productId: product.id } })
    return paths.product(product.slug, 'enquiry')
  },
})
