/** What a page behind a reader's link answers to its form. Mail programs post too, and follow no redirect (RFC 8058): the answer is the page itself. */
import { data, type ActionFunctionArgs } from 'react-router'
import { ApiError } from '#platform/client/api.client.ts'
import { uncheckedApi, type UncheckedApi } from '#platform/client/forms/plain-form.client.ts'
import { pageContext } from '#platform/pages/page-load.client.ts'

export type KeyActionState<R> = { outcome: 'done'; reply: R } | { outcome: 'unknown' | 'failed' }

/** @param send what the press does; what it answers is shown by the page */
export const keyAction =
  (send: (api: UncheckedApi, key: string, form: FormData) => Promise<unknown>) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const { transport } = context.get(pageContext)
    if (!transport) throw new Error('A plain form is taken on the server.')
    const key = new URL(request.url).searchParams.get('key') ?? ''
    try {
      const reply = await send(uncheckedApi(transport), key, await request.formData())
      return data({ outcome: 'done', reply } satisfies KeyActionState<unknown>)
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      const outcome = keyOutcomeOf(fault)
      return data({ outcome } satisfies KeyActionState<unknown>, { status: outcome === 'unknown' ? 404 : fault.status })
    }
  }

export const keyOutcomeOf = (fault: Error): 'unknown' | 'failed' =>
  fault instanceof ApiError && [400, 404].includes(fault.status) ? 'unknown' : 'failed'
