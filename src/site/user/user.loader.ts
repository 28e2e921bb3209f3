import { redirect, type LoaderFunctionArgs } from 'react-router'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { GUEST_ID, userBadgesQuery, userQuery } from '#features/users/user.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'

const NOT_FOUND = 404

/** Loads a member's profile. The status is 404 if user accounts are switched off. */
const loadProfile = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.userAccounts === false) {
    page.status = NOT_FOUND
    return
  }
  const id = page.params['id'] ?? ''
  await Promise.all([page.required(userQuery(id)), page.optional(userBadgesQuery(id))])
  // The API returns 400 for an id out of range. To visitors the page is one that does not exist.
  if (page.status === 400) page.status = NOT_FOUND
})

/** Redirects to the profile of the guest account if the id in the URL is not a number. */
export const loader = (args: LoaderFunctionArgs) => {
  if (!/^\d+$/.test(args.params['id'] ?? '')) throw redirect(paths.user(GUEST_ID))
  return loadProfile(args)
}
