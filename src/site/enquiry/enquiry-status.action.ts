import { addEnquiryMessageCall, eraseEnquiryCall, withdrawEnquiryCall } from '#features/enquiries/tracking/tracking.endpoints.ts'
import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

/** The page has three forms; each says which it is. */
export const action = parsePlainForm({
  fields: ['act', 'text'],
  async send(transport, { act, text }, { slug: key = '' }) {
    const params = { key }
    if (act === 'erase') {
      await transport(eraseEnquiryCall.method, eraseEnquiryCall.path, { params })
      return paths.findEnquiry('erased')
    }
    if (act === 'withdraw') await transport(withdrawEnquiryCall.method, withdrawEnquiryCall.path, { params })
    else await transport(addEnquiryMessageCall.method, addEnquiryMessageCall.path, { params, body: { text } })
    return paths.enquiryStatus(key)
  },
})
