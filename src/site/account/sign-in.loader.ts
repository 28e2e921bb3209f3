import { redirect } from 'react-router'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'

/** The server redirects members, for browsers without JavaScript; in the browser the page itself does, back to where the member came from. */
export const loader = createLoader(async (page) => {
  const session = await page.optional<Session>(sessionQuery())
  if (session?.user) throw redirect(paths.account())
})
