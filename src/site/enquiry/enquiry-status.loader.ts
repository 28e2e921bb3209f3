import { enquiryStatusQuery } from '#features/enquiries/tracking/tracking.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader((page) => page.required(enquiryStatusQuery(page.params['slug'] ?? '')))
