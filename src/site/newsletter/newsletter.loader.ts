import { pastIssuesQuery } from '#features/newsletter/issues/archive.client.ts'
import { createLoader } from '#platform/page-load.client.ts'
import { parsePage } from './past-issues.ts'

export const loader = createLoader((page) => page.optional(pastIssuesQuery(parsePage(page.search.get('page')))))
