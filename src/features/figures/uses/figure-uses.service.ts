/** Finds what depends on a reference value: tools, texts and conditions in texts. */
import type { Context } from '#platform/contract/context.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { ReferenceValueUse } from '#features/figures/editing/figure-editing.contract.ts'
import { findCaveat } from '#features/figures/caveats/caveat-file.service.ts'
import { resolveReferenceText } from '#features/figures/texts/figure-text.policy.ts'
import { listTextsWithReferenceValues, type TextWithReferenceValues } from './figure-uses.queries.ts'
import { getReferenceValues } from '#features/figures/figure.service.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'

/**
 * Lists the dependents of a reference value, tools first.
 * @param after hypothetical value for which `holdsAfter` is evaluated; by default the current one
 */
export async function listReferenceValueUses(
  ctx: Context,
  features: AllFeatures,
  key: string,
  after?: { value: number | null },
): Promise<ReferenceValueUse[]> {
  const current = await getReferenceValues(ctx)
  const hypothetical = after ? replaceValue(current, key, after.value) : current
  const tools = features()
    .flatMap(({ listReferenceValueUsers }) => listReferenceValueUsers?.(current) ?? [])
    .filter(({ keys }) => keys.includes(key))
    .map(({ title, path }) => ({ kind: 'tool' as const, title, path, sentences: [], problems: [] }))
  const texts = (await listTextsWithReferenceValues(ctx)).flatMap((text) => {
    const { use, keys } = analyseText(text, current, hypothetical)
    return keys.includes(key) ? [use] : []
  })
  return [...tools, ...texts]
}

/** Lists the texts with a condition that is no longer true or an unknown reference value. */
export async function listReferenceValueProblems(ctx: Context): Promise<ReferenceValueUse[]> {
  const current = await getReferenceValues(ctx)
  return (await listTextsWithReferenceValues(ctx))
    .map((text) => analyseText(text, current, current).use)
    .filter(({ sentences, problems }) => problems.length > 0 || sentences.some(({ holds }) => holds !== true))
}

function analyseText(
  { kind, title, path, text }: TextWithReferenceValues,
  current: ReferenceValues,
  hypothetical: ReferenceValues,
): { use: ReferenceValueUse; keys: readonly string[] } {
  const { keys, problems, conditions } = resolveReferenceText(text, current, { findCaveat })
  const hypotheticalConditions = current === hypothetical ? conditions : resolveReferenceText(text, hypothetical, { findCaveat }).conditions
  const sentences = conditions.map(({ condition, holds }, index) => ({
    condition,
    holds: holds ?? null,
    holdsAfter: hypotheticalConditions[index]?.holds ?? null,
  }))
  return { use: { kind, title, path, sentences, problems }, keys }
}

/** Replaces the value of one key in a lookup; `null` leaves it unchanged. Lookups for other days (`forDay`) are unchanged too. */
const replaceValue = (referenceValues: ReferenceValues, key: string, value: number | null): ReferenceValues => ({
  ...referenceValues,
  find(requested) {
    const referenceValue = referenceValues.find(requested)
    if (requested !== key || value === null) return referenceValue
    return referenceValue && { ...referenceValue, value, low: value, high: value }
  },
})
