import { referenceValueQuery } from '#features/figures/figure.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader(async (page) => {
  await page.required(referenceValueQuery(page.params['slug'] ?? ''))
  // The API returns 400 for a malformed key. To visitors the page is one that does not exist.
  if (page.status === 400) page.status = 404
})
