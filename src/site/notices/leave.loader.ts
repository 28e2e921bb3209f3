import { unsubscribeQuery } from '#features/notices/notice.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader((page) => page.required(unsubscribeQuery(page.params['slug'] ?? '')))
