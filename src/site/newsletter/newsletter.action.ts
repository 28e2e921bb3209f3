import { SUBSCRIPTION_FIELDS } from '#features/newsletter/newsletter.client.ts'
import { takeForm } from '#platform/plain-form.client.ts'
import { paths } from '#site/paths.ts'

export const action = takeForm({
  fields: SUBSCRIPTION_FIELDS,
  async send(transport, { email, page }) {
    await transport('POST', '/api/newsletter', { body: { email, ...(page ? { page } : {}) } })
    return paths.newsletter('newsletter')
  },
})
