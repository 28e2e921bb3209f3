import { redirect, type LoaderFunctionArgs } from 'react-router'
import { GUEST_ID, userBadgesQuery, userQuery } from '#features/users/user.client.ts'
import { load } from '#platform/page-load.client.ts'
import { paths } from '#site/paths.ts'

const show = load(async (page) => {
  const id = page.params['id'] ?? ''
  await Promise.all([page.need(userQuery(id)), page.want(userBadgesQuery(id))])
  // A number that cannot be anybody's.
  if (page.status === 400) page.status = 404
})

/** What is not a number leads to the guest, address and all. */
export const loader = (args: LoaderFunctionArgs) => {
  if (!/^\d+$/.test(args.params['id'] ?? '')) throw redirect(paths.user(GUEST_ID))
  return show(args)
}
