/**
 * Forms that work without a script: the browser posts them to their page's own address, and the page's action sends them through the same
 * route as the script would. What was typed wrong comes back in the answer itself, in no address and no store.
 */
import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { toRecord } from '#platform/client/typed-entries.client.ts'
import type { ApiCall } from '#platform/client/api-calls.client.ts'
import { ApiError, type AnyInput, type ApiTransport } from '#platform/client/api.client.ts'
import { splitCall } from '#platform/contract/call.client.ts'
import { pageContext } from '#platform/pages/page-load.client.ts'

/** Calls the API through a transport with input that only the server checks: the fields of a plain form. */
export type UncheckedApi = (call: ApiCall, input: AnyInput) => Promise<unknown>
export const uncheckedApi =
  (transport: ApiTransport): UncheckedApi =>
  (call, input) =>
    transport(...splitCall(call), input)

/** What comes back of a form that was not taken. */
export interface FormResponse<Name extends string = string> {
  /** As typed. */
  values: Record<Name, string>
  /** The first message of each field that is wrong; empty when something else was. */
  errors: Partial<Record<Name, string>>
}

interface PlainForm<Name extends string> {
  fields: readonly Name[]
  /** Sends it. @returns the path of the page that says so */
  send(api: UncheckedApi, values: Record<Name, string>, params: Record<string, string | undefined>): Promise<string>
}

const SEE_OTHER = 303

/** Makes a route's action; it runs on the server only. */
export const parsePlainForm =
  <Name extends string>({ fields, send }: PlainForm<Name>) =>
  async ({ request, params, context }: ActionFunctionArgs) => {
    const { transport } = context.get(pageContext)
    if (!transport) throw new Error('A plain form is taken on the server.')
    const form = await request.formData()
    const values = toRecord(fields, (name) => textOf(form.get(name)))
    try {
      return redirect(await send(uncheckedApi(transport), values, params), SEE_OTHER)
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      // Neither here nor switched on: the page says so itself.
      if (fault.status === 404 || fault.status === 410) return data(null, { status: fault.status })
      return data({ values, errors: messagesOf(fault, fields) } satisfies FormResponse<Name>, { status: fault.status })
    }
  }

/** Browsers end lines of a form with CR LF, and scripts with LF. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '')

function messagesOf<Name extends string>(fault: ApiError, fields: readonly Name[]): Partial<Record<Name, string>> {
  const errors: Partial<Record<Name, string>> = {}
  for (const { path, message } of fault.errors) {
    const name = fields.find((one) => one === path)
    if (name !== undefined) errors[name] ??= message
  }
  return errors
}
