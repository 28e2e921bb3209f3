/** Endpoints of page view statistics, which contain no personal data. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

export const SHOWN_DAYS = 30
export const TOP_PAGES = 20
export const MAX_PATH_LENGTH = 200
/** Name under which all paths beyond the daily maximum of distinct paths are counted; not a valid path itself. */
export const OTHER_PAGES = 'other'

/** Page views and visitors on one day (UTC), such as `2026-01-31`. */
export const DayOfVisits = z.object({ day: z.string(), views: z.number(), visitors: z.number() })
export type DayOfVisits = z.infer<typeof DayOfVisits>
export const PageOfVisits = z.object({ path: z.string(), views: z.number() })
export type PageOfVisits = z.infer<typeof PageOfVisits>

/** `days` are in ascending order, today last; `pages` are ordered by views, most views first. */
export const Analytics = z.discriminatedUnion('isOn', [
  z.object({ isOn: z.literal(false) }),
  z.object({ isOn: z.literal(true), days: z.array(DayOfVisits).length(SHOWN_DAYS), pages: z.array(PageOfVisits).max(TOP_PAGES) }),
])
export type Analytics = z.infer<typeof Analytics>

export const getAnalyticsEndpoint = endpoint('GET /api/admin/analytics', {
  summary: 'Get page views and visitors of the last 30 days, and the most viewed pages.',
  response: Analytics,
  access: 'admin',
})

/** The first page of a visit is counted when the server renders it; this endpoint counts client-side navigations. */
export const recordNavigationEndpoint = endpoint('POST /api/page-views', {
  summary: 'Count a client-side navigation, if the site counts visits.',
  body: z.object({
    path: z
      .string()
      .max(MAX_PATH_LENGTH, 'At most 200 characters')
      .regex(/^\/[^?#\s]*$/, 'Please give the path of a page'),
  }),
  response: z.object({ isCounted: z.boolean() }),
  status: 200,
  rateLimit: { max: 120, minutes: 1 },
  hasNoEffectOnReads: true,
})
