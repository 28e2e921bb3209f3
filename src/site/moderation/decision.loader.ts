import { decisionQuery } from '#features/reports/report.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader((page) => page.required(decisionQuery(page.params['slug'] ?? '')))
