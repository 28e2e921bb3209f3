import { redirect, type LoaderFunctionArgs } from 'react-router'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { GUEST_ID, userBadgesQuery, userQuery } from '#features/users/user.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'

const NOT_FOUND = 404

/** Returns 404 if user accounts are switched off, as for the pages of any feature that is off. */
const loadProfile = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.userAccounts === false) {
    page.status = NOT_FOUND
    return
  }
  const id = page.params['id'] ?? ''
  await Promise.all([page.required(userQuery(id)), page.optional(userBadgesQuery(id))])
  // Out of range: an unknown member, not a bad request.
  if (page.status === 400) page.status = NOT_FOUND
})

/** Redirects ids that are not a number to the profile of the guest account. */
export const loader = (args: LoaderFunctionArgs) => {
  if (!/^\d+$/.test(args.params['id'] ?? '')) throw redirect(paths.user(GUEST_ID))
  return loadProfile(args)
}
