/** Defines the public API of the reference values: prices, rules and assumptions with period, source and certainty. */
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { REFERENCE_VALUE_GROUPS } from './figure-groups.policy.ts'
import { REFERENCE_KEY } from './texts/figure-text.policy.ts'
import { NATIONS } from './figures.policy.ts'

export const Nation = z.enum(NATIONS)
/** A: recalculated from the source, or an official total. B: one reliable source. C: not confirmed. */
export const Certainty = z.enum(['A', 'B', 'C'])
export const ReferenceSource = z.object({ title: z.string(), publisher: z.string(), url: z.string() })

/** A value and its period; `value` is `null` while it is not known. */
export const ReferenceValuePeriod = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  nations: z.array(Nation),
  validFrom: z.string(),
  /** Last day of the period; `null` if no end is known. */
  validTo: z.string().nullable(),
  source: ReferenceSource,
  /** Day on which the source was last checked. */
  checkedOn: z.string(),
  /** Day by which the source must be checked again. */
  dueOn: z.string(),
  certainty: Certainty,
  note: z.string(),
})
export type ReferenceValuePeriod = z.infer<typeof ReferenceValuePeriod>

/** `past` means that the period has ended and nothing newer is known; `coming`, that the period starts later; `missing`, that there is no value. */
export const ReferenceValueState = z.enum(['in-force', 'past', 'coming', 'missing'])
export type ReferenceValueState = z.infer<typeof ReferenceValueState>

export const ReferenceValueSummary = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  group: z.enum(REFERENCE_VALUE_GROUPS.map(({ id }) => id)),
  state: ReferenceValueState,
  /** The value in force, or else the last known one, or else the awaited one, or else the first that starts later. */
  current: ReferenceValuePeriod,
  /** The period that has begun and has no value yet, if `current` is an earlier one; otherwise `null`. */
  awaited: ReferenceValuePeriod.nullable(),
  /** The first period that starts later, unless it is `current`; otherwise `null`. */
  next: ReferenceValuePeriod.nullable(),
})
export type ReferenceValueSummary = z.infer<typeof ReferenceValueSummary>

export const ReferenceValueHistory = ReferenceValueSummary.extend({
  /** All current periods, oldest first. */
  periods: z.array(ReferenceValuePeriod),
})
export type ReferenceValueHistory = z.infer<typeof ReferenceValueHistory>

export const listReferenceValuesEndpoint = endpoint('GET /api/figures', {
  summary: 'List the reference values of today, or of the day `on`; with `nation`, those that apply there.',
  query: z.object({ nation: Nation.optional(), on: z.iso.date().optional() }),
  response: z.array(ReferenceValueSummary),
  list: true,
})
export const getReferenceValueEndpoint = endpoint('GET /api/figures/:key', {
  summary: 'Get a reference value with all its periods.',
  params: z.object({ key: z.string().max(100).regex(REFERENCE_KEY) }),
  response: ReferenceValueHistory,
})
