import { data, type ActionFunctionArgs } from 'react-router'
import { ApiError } from '#platform/client/api.client.ts'
import { uncheckedApi } from '#platform/client/forms/plain-form.client.ts'
import { pageContext } from '#platform/pages/page-load.client.ts'

/** Mail programs post here of themselves (RFC 8058), and follow no redirect: the answer is the page. */
export async function action({ params, context }: ActionFunctionArgs) {
  const { transport } = context.get(pageContext)
  if (!transport) throw new Error('A plain form is taken on the server.')
  try {
    await uncheckedApi(transport)('POST /api/notice-leave/:key', { params: { key: params['slug'] ?? '' } })
    return data(null)
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    return data({ isFailed: true }, { status: fault.status })
  }
}
