import { data, type ActionFunctionArgs } from 'react-router'
import { ApiError } from '#platform/client/api.client.ts'
import { uncheckedApi } from '#platform/client/forms/plain-form.client.ts'
import { pageContext } from '#platform/pages/page-load.client.ts'

/** Unsubscribes. Mail clients post here too (one-click unsubscribe, RFC 8058) and follow no redirects, so the action renders the page. */
export async function action({ params, context }: ActionFunctionArgs) {
  const { transport } = context.get(pageContext)
  if (!transport) throw new Error('Form actions run on the server only')
  try {
    await uncheckedApi(transport)('POST /api/notice-leave/:key', { params: { key: params['slug'] ?? '' } })
    return data(null)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data({ isFailed: true }, { status: error.status })
  }
}
