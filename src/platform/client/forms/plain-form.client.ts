/**
 * Handles forms without JavaScript: the browser posts them to their page's URL, and the page's action calls the same API route as with
 * JavaScript. Rejected input is re-rendered in the response, so it is in no URL and no store.
 */
import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { toRecord } from '#platform/client/typed-entries.client.ts'
import type { ApiCall } from '#platform/client/api-calls.client.ts'
import { ApiError, type AnyInput, type ApiTransport } from '#platform/client/api.client.ts'
import { splitCall } from '#platform/contract/call.client.ts'
import { pageContext } from '#platform/pages/page-load.client.ts'

/** Calls the API with input that only the server validates: the fields of a plain form. */
export type UncheckedApi = (call: ApiCall, input: AnyInput) => Promise<unknown>
export const uncheckedApi =
  (transport: ApiTransport): UncheckedApi =>
  (call, input) =>
    transport(...splitCall(call), input)

/** Action data of a rejected form. */
export interface FormResponse<Name extends string = string> {
  /** The submitted values. */
  values: Record<Name, string>
  /** First message of each invalid field; empty if the failure is not about fields. */
  errors: Partial<Record<Name, string>>
}

interface PlainForm<Name extends string> {
  fields: readonly Name[]
  /** Calls the API. @returns the path to redirect to */
  send(api: UncheckedApi, values: Record<Name, string>, params: Record<string, string | undefined>): Promise<string>
}

const SEE_OTHER = 303

/**
 * Creates a React Router action, which runs on the server only.
 * @returns an action that redirects with 303, or returns the rejected input with the status of the API error. It throws all other errors
 */
export const parsePlainForm =
  <Name extends string>({ fields, send }: PlainForm<Name>) =>
  async ({ request, params, context }: ActionFunctionArgs) => {
    const { transport } = context.get(pageContext)
    if (!transport) throw new Error('Plain forms are handled on the server only.')
    const form = await request.formData()
    const values = toRecord(fields, (name) => textOf(form.get(name)))
    try {
      return redirect(await send(uncheckedApi(transport), values, params), SEE_OTHER)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The item was deleted or the feature is disabled; the page itself shows that.
      if (error.status === 404 || error.status === 410) return data(null, { status: error.status })
      return data({ values, errors: messagesOf(error, fields) } satisfies FormResponse<Name>, { status: error.status })
    }
  }

/** Returns a text field with line breaks as LF, as JavaScript submits them; browsers submit CR LF. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '')

function messagesOf<Name extends string>(error: ApiError, fields: readonly Name[]): Partial<Record<Name, string>> {
  const errors: Partial<Record<Name, string>> = {}
  for (const { path, message } of error.errors) {
    const name = fields.find((field) => field === path)
    if (name !== undefined) errors[name] ??= message
  }
  return errors
}
