import { claimQuery } from '#features/deployment/claim.client.ts'
import { load } from '#platform/page-load.client.ts'

export const loader = load((page) => page.need(claimQuery()))
