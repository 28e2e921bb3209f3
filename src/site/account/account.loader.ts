import { redirect } from 'react-router'
import { accountQuery, ownSessionsQuery } from '#features/accounts/account.client.ts'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { ownPasskeysQuery } from '#features/accounts/passkeys/passkey.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'

/** A visitor is sent to sign in; in the browser the page does that itself, and remembers the way back. */
export const loader = createLoader(async (page) => {
  const session = await page.optional<Session>(sessionQuery())
  if (!session?.user) throw redirect(paths.signIn())
  await Promise.all([page.required(accountQuery()), page.optional(ownSessionsQuery()), page.optional(ownPasskeysQuery())])
})
