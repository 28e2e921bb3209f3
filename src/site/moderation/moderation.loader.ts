import { moderationReportQuery } from '#features/reports/report.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader((page) => page.required(moderationReportQuery()))
