import { redirect } from 'react-router'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { NOTICES_PER_PAGE, noticesQuery } from '#features/notices/notice.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'
import { parsePage } from '#site/page-number.ts'

/** Redirects visitors to the sign-in page, on the server only: in the browser the page component redirects, with a return path. */
export const loader = createLoader(async (page) => {
  const session = await page.optional<Session>(sessionQuery())
  if (!session?.user) throw redirect(paths.signIn())
  const pageNumber = parsePage(page.search)
  page.requireListPage(await page.required<{ total: number }>(noticesQuery(pageNumber)), pageNumber, NOTICES_PER_PAGE)
})
