import { redirect } from 'react-router'
import { accountQuery, ownSessionsQuery } from '#features/accounts/account.client.ts'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { ownPasskeysQuery } from '#features/accounts/passkeys/passkey.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'

/** Redirects visitors to the sign-in page, on the server only: in the browser the page component redirects, with a return path. */
export const loader = createLoader(async (page) => {
  const session = await page.optional<Session>(sessionQuery())
  if (!session?.user) throw redirect(paths.signIn())
  await Promise.all([page.required(accountQuery()), page.optional(ownSessionsQuery()), page.optional(ownPasskeysQuery())])
})
