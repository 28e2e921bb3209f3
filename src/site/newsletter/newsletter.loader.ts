import { PAST_ISSUES_PER_PAGE, pastIssuesQuery } from '#features/newsletter/issues/archive/archive.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { parsePage } from '#site/page-number.ts'

export const loader = createLoader(async (page) => {
  const pageNumber = parsePage(page.search)
  page.requireListPage(await page.optional<{ total: number }>(pastIssuesQuery(pageNumber)), pageNumber, PAST_ISSUES_PER_PAGE)
})
