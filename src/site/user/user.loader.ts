import { redirect, type LoaderFunctionArgs } from 'react-router'
import { acceptedAnswersOfUserQuery, repliesOfUserQuery, topicsOfUserQuery } from '#features/forums/member-posts/member-posts.client.ts'
import { reviewsOfUserQuery } from '#features/reviews/review.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { GUEST_ID, userBadgesQuery, userQuery } from '#features/users/user.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { parsePage } from '#site/page-number.ts'
import { paths } from '#site/paths.ts'
import { isPostTab, parseUserTab } from './user-tab.ts'

const POST_QUERIES = {
  topics: topicsOfUserQuery,
  replies: repliesOfUserQuery,
  answers: acceptedAnswersOfUserQuery,
  reviews: reviewsOfUserQuery,
}
const NOT_FOUND = 404

/** Loads a member's profile. The status is 404 if user accounts are switched off. */
const loadProfile = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.userAccounts === false) {
    page.status = NOT_FOUND
    return
  }
  const id = page.params['id'] ?? ''
  const tab = site ? parseUserTab(page.search, site.features) : 'overview'
  await Promise.all([
    page.required(userQuery(id)),
    tab === 'overview' && page.optional(userBadgesQuery(id)),
    isPostTab(tab) && page.optional(POST_QUERIES[tab](id, parsePage(page.search))),
  ])
  // The API returns 400 for an id out of range. To visitors the page is one that does not exist.
  if (page.status === 400) page.status = NOT_FOUND
})

/** Redirects to the profile of the guest account if the id in the URL is not a number. */
export const loader = (args: LoaderFunctionArgs) => {
  if (!/^\d+$/.test(args.params['id'] ?? '')) throw redirect(paths.user(GUEST_ID))
  return loadProfile(args)
}
