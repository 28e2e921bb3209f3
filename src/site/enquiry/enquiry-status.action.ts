import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

/** Handles the three forms of the page when JavaScript is off. The field `act` selects the API call. */
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
