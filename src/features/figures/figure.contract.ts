/** Public API of the reference values: prices, rules and assumptions with period, source and certainty. */
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { FIGURE_GROUPS } from './figure-groups.policy.ts'
import { FIGURE_KEY } from './texts/figure-text.policy.ts'
import { NATIONS } from './figures.policy.ts'

export const Nation = z.enum(NATIONS)
/** A: reproduced, or an official total. B: one reliable source. C: not confirmed. */
export const Certainty = z.enum(['A', 'B', 'C'])
export const FigureSource = z.object({ title: z.string(), publisher: z.string(), url: z.string() })

/** A value and its period. `value` is `null` while it is not known. */
export const FigurePeriod = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  nations: z.array(Nation),
  validFrom: z.string(),
  /** `null`: no end is known. */
  validTo: z.string().nullable(),
  source: FigureSource,
  /** Day on which the source was last checked. */
  checkedOn: z.string(),
  /** Day by which the source must be checked again. */
  dueOn: z.string(),
  certainty: Certainty,
  note: z.string(),
})
export type FigurePeriod = z.infer<typeof FigurePeriod>

/** `past`: the period has ended and nothing newer is known. `coming`: the period starts later. `missing`: there is no value. */
export const FigureState = z.enum(['in-force', 'past', 'coming', 'missing'])
export type FigureState = z.infer<typeof FigureState>

export const RegisteredFigure = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  group: z.enum(FIGURE_GROUPS.map(({ id }) => id)),
  state: FigureState,
  /** The value in force, or else the last known one, or else the first that is awaited. */
  current: FigurePeriod,
  /** A period that has begun and has no value yet, if `current` is the one before it. */
  awaited: FigurePeriod.nullable(),
  /** The next period after today. */
  next: FigurePeriod.nullable(),
})
export type RegisteredFigure = z.infer<typeof RegisteredFigure>

export const FigureHistory = RegisteredFigure.extend({
  /** All periods, oldest first. */
  periods: z.array(FigurePeriod),
})
export type FigureHistory = z.infer<typeof FigureHistory>

export const listFiguresEndpoint = endpoint('GET /api/figures', {
  summary: 'List the reference values of today, or of the day `on`; with `nation`, those that apply there.',
  query: z.object({ nation: Nation.optional(), on: z.iso.date().optional() }),
  response: z.array(RegisteredFigure),
  list: true,
})
export const getFigureEndpoint = endpoint('GET /api/figures/:key', {
  summary: 'Get a reference value with all its periods.',
  params: z.object({ key: z.string().max(100).regex(FIGURE_KEY) }),
  response: FigureHistory,
})
