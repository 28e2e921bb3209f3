import { expertsQuery } from '#features/experts/expert.client.ts'
import { reviewReportQuery } from '#features/reviews/moderation/review-moderation.client.ts'
import { aboutQuery, siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createLoader, type PageLoad } from '#platform/pages/page-load.client.ts'

export const loader = createLoader((page) => Promise.all([page.required(aboutQuery()), loadFeatureData(page)]))

/** Loads the data for the sections that depend on a feature, if the feature is switched on. */
async function loadFeatureData(page: PageLoad) {
  const site = await page.optional<SiteInfo>(siteQuery())
  await Promise.all([
    (site?.features.expertAdvice ?? true) && page.optional(expertsQuery()),
    (site?.features.products ?? true) && page.optional(reviewReportQuery()),
  ])
}
