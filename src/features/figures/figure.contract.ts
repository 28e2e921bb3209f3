/** The register: prices, rules and assumptions, each with its period, its source and how sure it is. */
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { FIGURE_GROUPS } from './figure-groups.policy.ts'
import { FIGURE_KEY } from './texts/figure-text.policy.ts'
import { NATIONS } from './figures.policy.ts'

export const Nation = z.enum(NATIONS)
/** A: reproduced, or an official total. B: one good source. C: not confirmed. */
export const Certainty = z.enum(['A', 'B', 'C'])
export const FigureSource = z.object({ title: z.string(), publisher: z.string(), url: z.string() })

/** What holds, or is to hold, from one day to another. `value` is null while it is not known. */
export const FigurePeriod = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  nations: z.array(Nation),
  validFrom: z.string(),
  /** Null: no end is known. */
  validTo: z.string().nullable(),
  source: FigureSource,
  /** The day somebody last looked at the source, and the day by which it is to be looked at again. */
  checkedOn: z.string(),
  dueOn: z.string(),
  certainty: Certainty,
  note: z.string(),
})
export type FigurePeriod = z.infer<typeof FigurePeriod>

/**
 * `in-force`: it holds today. `past`: its period is over and nothing newer is known. `coming`: it holds from a later day.
 * `missing`: there is no value.
 */
export const FigureState = z.enum(['in-force', 'past', 'coming', 'missing'])
export type FigureState = z.infer<typeof FigureState>

export const RegisteredFigure = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  group: z.enum(FIGURE_GROUPS.map(({ id }) => id)),
  state: FigureState,
  /** What holds today, or else the last that is known; where nothing is, what is waited for. */
  current: FigurePeriod,
  /** The period that has begun and has no value yet, where `current` is the one before it. */
  awaited: FigurePeriod.nullable(),
  /** What is known to hold, or to change, after today. */
  next: FigurePeriod.nullable(),
})
export type RegisteredFigure = z.infer<typeof RegisteredFigure>

export const FigureHistory = RegisteredFigure.extend({
  /** All periods, the oldest first. */
  periods: z.array(FigurePeriod),
})
export type FigureHistory = z.infer<typeof FigureHistory>

export const listFiguresEndpoint = endpoint('GET /api/figures', {
  summary: 'Every figure of the register as it stands today, or on the day `on`; with `nation` those that hold there.',
  query: z.object({ nation: Nation.optional(), on: z.iso.date().optional() }),
  response: z.array(RegisteredFigure),
  list: true,
})
export const getFigureEndpoint = endpoint('GET /api/figures/:key', {
  summary: 'One figure with all its periods.',
  params: z.object({ key: z.string().max(100).regex(FIGURE_KEY) }),
  response: FigureHistory,
})
