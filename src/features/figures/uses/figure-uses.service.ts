/** What depends on a figure: tools that reckon with it, texts that name it, sentences that are true only while it is what it is. */
import type { Context } from '#platform/contract/context.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { FigureUse } from '#features/figures/editing/figure-editing.contract.ts'
import { resolveFigureText } from '#features/figures/texts/figure-text.policy.ts'
import { listTextsWithFigures, type TextWithFigures } from './figure-uses.queries.ts'
import { figuresInForce } from '#features/figures/figure.service.ts'
import type { Figures } from '#features/figures/figures.policy.ts'

/**
 * Everything that depends on one figure, the tools first.
 * @param after the value that it may get, for what would hold then; absent: as it is
 */
export async function listFigureUses(
  ctx: Context,
  features: AllFeatures,
  key: string,
  after?: { value: number | null },
): Promise<FigureUse[]> {
  const now = await figuresInForce(ctx)
  const then = after ? replaceValue(now, key, after.value) : now
  const tools = features()
    .flatMap(({ listFigureUsers }) => listFigureUsers?.(now) ?? [])
    .filter(({ keys }) => keys.includes(key))
    .map(({ title, path }) => ({ kind: 'tool' as const, title, path, sentences: [], problems: [] }))
  const texts = (await listTextsWithFigures(ctx)).flatMap((text) => {
    const { use, keys } = readText(text, now, then)
    return keys.includes(key) ? [use] : []
  })
  return [...tools, ...texts]
}

/** Texts that want their author: a sentence holds no more, or a figure is not there. */
export async function listFigureProblems(ctx: Context): Promise<FigureUse[]> {
  const now = await figuresInForce(ctx)
  return (await listTextsWithFigures(ctx))
    .map((text) => readText(text, now, now).use)
    .filter(({ sentences, problems }) => problems.length > 0 || sentences.some(({ holds }) => holds !== true))
}

function readText({ kind, title, path, text }: TextWithFigures, now: Figures, then: Figures): { use: FigureUse; keys: readonly string[] } {
  const { keys, problems, conditions } = resolveFigureText(text, now)
  const later = now === then ? conditions : resolveFigureText(text, then).conditions
  const sentences = conditions.map(({ condition, holds }, at) => ({
    condition,
    holds: holds ?? null,
    holdsAfter: later[at]?.holds ?? null,
  }))
  return { use: { kind, title, path, sentences, problems }, keys }
}

/** The register with one figure as it might be. What a text asks of another day stays as it was. */
const replaceValue = (figures: Figures, key: string, value: number | null): Figures => ({
  ...figures,
  find(asked) {
    const found = figures.find(asked)
    if (asked !== key || value === null) return found
    return found && { ...found, value, low: value, high: value }
  },
})
