import { redirect } from 'react-router'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'

/**
 * Redirects members to their account, on the server only: in the browser the page component redirects, to the page that the member came
 * from.
 */
export const loader = createLoader(async (page) => {
  const session = await page.optional<Session>(sessionQuery())
  if (session?.user) throw redirect(paths.account())
})
