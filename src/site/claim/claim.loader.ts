import { claimQuery } from '#features/deployment/claims/claim.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader((page) => page.required(claimQuery()))
