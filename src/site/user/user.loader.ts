import { redirect, type LoaderFunctionArgs } from 'react-router'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { GUEST_ID, userBadgesQuery, userQuery } from '#features/users/user.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'

const NOT_FOUND = 404

/** Profiles belong to accounts: where a site has switched those off, these addresses are unknown ones like any of a feature that is off. */
const show = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.userAccounts === false) {
    page.status = NOT_FOUND
    return
  }
  const id = page.params['id'] ?? ''
  await Promise.all([page.required(userQuery(id)), page.optional(userBadgesQuery(id))])
  // A number that cannot be anybody's.
  if (page.status === 400) page.status = NOT_FOUND
})

/** What is not a number leads to the guest, address and all. */
export const loader = (args: LoaderFunctionArgs) => {
  if (!/^\d+$/.test(args.params['id'] ?? '')) throw redirect(paths.user(GUEST_ID))
  return show(args)
}
