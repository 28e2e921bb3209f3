/** The tools read reference values through this module only. */
import { getReferenceValues } from '#features/figures/figure.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'

/** Returns the site's reference values in force today. */
export const readReferenceValues = (ctx: Pick<Context, 'site' | 'db'>): Promise<ReferenceValues> => getReferenceValues(ctx)
