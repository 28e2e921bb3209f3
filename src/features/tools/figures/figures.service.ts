/** The one module through which the tools read reference values. */
import { figuresInForce } from '#features/figures/figure.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Figures } from '#features/figures/figures.policy.ts'

/** Returns the site's reference values in force today. */
export const readFigures = (ctx: Pick<Context, 'site' | 'db'>): Promise<Figures> => figuresInForce(ctx)
