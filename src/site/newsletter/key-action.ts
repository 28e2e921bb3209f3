/** Route action of pages with a subscriber's key. It renders the page, because mail clients post here too and follow no redirects (RFC 8058). */
import { data, type ActionFunctionArgs } from 'react-router'
import { ApiError } from '#platform/client/api.client.ts'
import { uncheckedApi, type UncheckedApi } from '#platform/client/forms/plain-form.client.ts'
import { pageContext } from '#platform/pages/page-load.client.ts'

/** `unknown`: the key is invalid, or its subscription no longer exists. */
export type KeyActionState<R> = { outcome: 'done'; response: R } | { outcome: 'unknown' | 'failed' }

/** Creates a route action. @param send calls the API; the page shows the response */
export const createKeyAction =
  (send: (api: UncheckedApi, key: string, form: FormData) => Promise<unknown>) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const { transport } = context.get(pageContext)
    if (!transport) throw new Error('Form actions run on the server only')
    const key = new URL(request.url).searchParams.get('key') ?? ''
    try {
      const response = await send(uncheckedApi(transport), key, await request.formData())
      return data({ outcome: 'done', response } satisfies KeyActionState<unknown>)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const outcome = getKeyOutcome(error)
      return data({ outcome } satisfies KeyActionState<unknown>, { status: outcome === 'unknown' ? 404 : error.status })
    }
  }

/** Returns why a call with a subscriber's key has failed. */
export const getKeyOutcome = (error: Error): 'unknown' | 'failed' =>
  error instanceof ApiError && [400, 404].includes(error.status) ? 'unknown' : 'failed'
