import { pastIssueQuery } from '#features/newsletter/issues/archive/archive.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader(async (page) => {
  await page.required(pastIssueQuery(page.params['id'] ?? ''))
  // A malformed id is an unknown issue, not a bad request.
  if (page.status === 400) page.status = 404
})
