import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

export const action = parsePlainForm({
  fields: ['email'],
  async send(api, { email }) {
    await api('POST /api/enquiry-links', { body: { email } })
    return paths.findEnquiry('links')
  },
})
