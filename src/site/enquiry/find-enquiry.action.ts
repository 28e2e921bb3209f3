import { sendEnquiryLinksCall } from '#features/enquiries/tracking/tracking.endpoints.ts'
import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

export const action = parsePlainForm({
  fields: ['email'],
  async send(transport, { email }) {
    await transport(sendEnquiryLinksCall.method, sendEnquiryLinksCall.path, { body: { email } })
    return paths.findEnquiry('links')
  },
})
