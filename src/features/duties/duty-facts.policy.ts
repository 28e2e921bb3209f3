/** Facts about the site in a record, and how they have changed since a signature. */

export interface Fact {
  /** Key such as `feature.forums`. Numbers, which change all the time, begin with `count.`. */
  key: string
  label: string
  value: string
}

export const ON = 'On'
export const OFF = 'Off'
const MEMBERS = 'count.members'
/** A community of fewer members may double without a change of its risks. */
const MIN_GROWTH = 20

const isCount = ({ key }: Fact): boolean => key.startsWith('count.')

/** Describes in sentences what has changed. Numbers are compared only where a change can matter for the risks. */
export function describeFactChanges(before: readonly Fact[], after: readonly Fact[]): string[] {
  const earlier = new Map(before.map((fact) => [fact.key, fact]))
  const later = new Set(after.map(({ key }) => key))
  return [
    ...after.filter((fact) => !isCount(fact)).flatMap((fact) => describeChange(earlier.get(fact.key), fact)),
    ...before.filter((fact) => !isCount(fact) && !later.has(fact.key)).map(({ label }) => `“${label}” no longer applies.`),
    ...describeGrowth(
      earlier.get(MEMBERS),
      after.find(({ key }) => key === MEMBERS),
    ),
  ]
}

function describeChange(before: Fact | undefined, { label, value }: Fact): string[] {
  if (!before) return [`New since: ${label} (${value}).`]
  if (before.value === value) return []
  if (value === ON) return [`${label} has been switched on since.`]
  if (value === OFF) return [`${label} has been switched off since.`]
  return [`${label} has changed since, from “${before.value}” to “${value}”.`]
}

function describeGrowth(before: Fact | undefined, after: Fact | undefined): string[] {
  const [from, to] = [parseCount(before), parseCount(after)]
  return to - from >= MIN_GROWTH && to >= 2 * from
    ? [`The number of members has grown since, from ${before?.value} to ${after?.value}.`]
    : []
}

const parseCount = (fact: Fact | undefined): number => (fact ? Number(fact.value.replaceAll(/\D/g, '')) : Number.NaN)
