/** Where the sums get their figures: the one place that knows. */
import { figuresInForce } from '#features/figures/figure.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Figures } from '#features/figures/figures.policy.ts'

/** The figures in force today on this site. */
export const readFigures = (ctx: Pick<Context, 'site' | 'db'>): Promise<Figures> => figuresInForce(ctx)
