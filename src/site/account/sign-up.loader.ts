import { redirect } from 'react-router'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'

/** Redirects members to their profile, on the server only. Returns 404 if user accounts are switched off. */
export const loader = createLoader(async (page) => {
  const [site, session] = await Promise.all([
    page.optional<{ features: { userAccounts: boolean } }>(siteQuery()),
    page.optional<Session>(sessionQuery()),
  ])
  if (site?.features.userAccounts === false) page.status = 404
  else if (session?.user) throw redirect(paths.user(session.user.id))
})
