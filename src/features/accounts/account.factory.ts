/** Creates test accounts and signs in to them over HTTP, with cookies as a browser sends them. */
import type { CallResult, TestSite } from '#tests/support/test-site.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { AnyInput } from '#platform/client/api.client.ts'
import { signInEndpoint, signUpEndpoint } from './account.contract.ts'

export const TEST_PASSWORD = 'three cold radiators'

/** @returns `name=value` for the `Cookie` header; an empty string if the response does not set the cookie */
const findCookie = ({ headers }: CallResult, name: string): string =>
  [headers['set-cookie']]
    .flat()
    .find((cookie) => cookie?.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

export const cookieOf = (response: CallResult): string => findCookie(response, 'session')
/** @returns the cookie that identifies a known browser */
export const deviceCookieOf = (response: CallResult): string => findCookie(response, 'device')

export const signUp = (site: TestSite, username: string, extra: object = {}): Promise<CallResult> =>
  site.call(null, signUpEndpoint, { body: { username, email: `${username}@example.org`, password: TEST_PASSWORD, ...extra } })

export const signIn = (
  site: TestSite,
  username: string,
  password = TEST_PASSWORD,
  extra: object = {},
  headers: Record<string, string> = {},
): Promise<CallResult> => site.call(null, signInEndpoint, { body: { username, password, ...extra } }, headers)

export interface TestAccount {
  id: number
  username: string
  cookie: string
  call(endpoint: Endpoint, input?: AnyInput): Promise<CallResult>
}

/** Signs up a member with a confirmed email. The account keeps the session of the sign-up. */
export async function makeSignedIn(
  site: TestSite,
  username = `person_${crypto.randomUUID().slice(0, 8)}`,
  isAdmin = false,
): Promise<TestAccount> {
  const response = await signUp(site, username)
  const { id } = response.body.user as { id: number }
  await confirmEmail(site, id, `${username}@example.org`.toLowerCase())
  if (isAdmin) await site.ctx.db.updateTable('users').set({ is_admin: true }).where('id', '=', id).execute()
  const cookie = cookieOf(response)
  return { id, username, cookie, call: (endpoint, input = {}) => site.call(null, endpoint, input, { cookie }) }
}

/** Confirms the email as its link would, and deletes the mail and the tokens of the account. */
async function confirmEmail({ ctx: { db } }: TestSite, id: number, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email, email_proved_at: new Date().toISOString(), unconfirmed_email: null })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('one_time_tokens').where('user_id', '=', id).execute()
  await db.deleteFrom('mails').where('to_address', '=', email).execute()
}
