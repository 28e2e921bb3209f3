import { SUBSCRIPTION_FIELDS } from '#features/newsletter/newsletter.client.ts'
import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

export const action = parsePlainForm({
  fields: SUBSCRIPTION_FIELDS,
  async send(api, { email, page }) {
    await api('POST /api/newsletter', { body: { email, ...(page ? { page } : {}) } })
    return paths.newsletter('newsletter')
  },
})
