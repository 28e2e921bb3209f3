import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

/** The page has three forms; the field `act` selects the call. */
export const action = parsePlainForm({
  fields: ['act', 'text'],
  async send(api, { act, text }, { slug: key = '' }) {
    const params = { key }
    if (act === 'erase') {
      await api('DELETE /api/enquiry-status/:key', { params })
      return paths.findEnquiry('erased')
    }
    if (act === 'withdraw') await api('POST /api/enquiry-status/:key/withdraw', { params })
    else await api('POST /api/enquiry-status/:key/messages', { params, body: { text } })
    return paths.enquiryStatus(key)
  },
})
