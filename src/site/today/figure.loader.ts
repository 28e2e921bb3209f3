import { referenceValueQuery } from '#features/figures/figure.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader(async (page) => {
  await page.required(referenceValueQuery(page.params['slug'] ?? ''))
  // A malformed key is an unknown reference value, not a bad request.
  if (page.status === 400) page.status = 404
})
