import { pastIssueQuery } from '#features/newsletter/issues/archive/archive.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader(async (page) => {
  await page.required(pastIssueQuery(page.params['id'] ?? ''))
  // The API returns 400 for a malformed id. To visitors the page is one that does not exist.
  if (page.status === 400) page.status = 404
})
