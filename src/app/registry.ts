/** What all features together give the application. */
import { collectArchiveTables } from '#features/archive/archive-tables.ts'
import { collectJobs, collectRoutes, collectSecretTables } from '#platform/feature.ts'
import type { EndpointGroup } from '#platform/openapi.ts'
import { saveCountedViews, type SaveViews } from '#platform/view-counter.ts'
import { features } from './features.ts'

export const apiRoutes = collectRoutes(features)

/** Every call that the site answers, in the order in which the API is read. */
export const endpointGroups: EndpointGroup[] = features.flatMap(({ api = [] }) =>
  api.map(({ name, about, routes }) => ({ name, about, endpoints: routes.map(({ endpoint }) => endpoint) })),
)

export const jobs = collectJobs(features)
export const secretTables = collectSecretTables(features)
export const archiveTables = collectArchiveTables(features)
export const saveViews: SaveViews = (site, table, counts) => saveCountedViews(features, site, table, counts)
