import { figureQuery } from '#features/figures/figure.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader(async (page) => {
  await page.required(figureQuery(page.params['slug'] ?? ''))
  // An address that cannot be a figure's is an unknown one.
  if (page.status === 400) page.status = 404
})
