/** Collects the routes, jobs and tables of all features. */
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import { collectArchiveTables } from '#features/archive/archive-tables.ts'
import { claimVisits } from '#features/counting/visit.service.ts'
import { recordRetention } from '#features/retention/retention.service.ts'
import { collectJobs, collectRoutes, collectSecretTables } from '#platform/contract/feature.ts'
import type { EndpointGroup } from '#platform/openapi/openapi.ts'
import { saveCountedViews, VISIT_MS, type SaveViews } from '#platform/pages/view-counter.ts'
import { features } from './features.ts'

export const apiRoutes = collectRoutes(features)

/** Groups of all endpoints, in the order of the API document. */
export const endpointGroups: EndpointGroup[] = features.flatMap(({ api = [] }) =>
  api.map(({ name, about, routes, webhooks }) => ({ name, about, endpoints: routes.map(({ endpoint }) => endpoint), webhooks })),
)

export const jobs = collectJobs(features).map(recordRetention)
export const jobHandlers = features.flatMap(({ jobHandlers: handlers = [] }) => handlers)
export const secretTables = collectSecretTables(features)
export const archiveTables = collectArchiveTables(features)
/** Saves view counts without invalidating caches, because a page may show counts that are some minutes old. */
export const saveViews: SaveViews = (site, table, visits) =>
  writeWithoutInvalidation(() => saveCountedViews(features, (ctx, keys) => claimVisits(ctx, keys, VISIT_MS), site, table, visits))
