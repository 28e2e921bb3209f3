/** Up to three figures from the specification, large: what a buyer asks first. */
import { stripBrackets } from './spec-definitions.policy.ts'
import type { Specification } from './specification.policy.ts'
import { formatUnitSuffix } from './units.policy.ts'
import * as styles from './key-specs.module.css'

/** What makes a figure worth showing, most wanted first. */
const WANTED = [
  /\brange\b/i,
  /usable (battery|capacity)/i,
  /panel power|charging power|heat output|continuous power|airflow|volume|^capacity/i,
  /efficiency|heat recovery|energy per full|heat loss/i,
  /10 to 80/,
  /noise/i,
  /accuracy|battery life|promised/i,
  /warranty|guarantee/i,
  /weight/i,
]
export interface KeySpec {
  label: string
  about: string
  amount: string
  unit: string
}

export function KeySpecs({ specs }: { specs: readonly Specification[] }) {
  const figures = pickKeySpecs(specs)
  if (figures.length < 2) return null
  return (
    <dl data-part="figures" className={styles.figures}>
      {figures.map(({ label, about, amount, unit }) => (
        <div key={label}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>
            {about}
            <b className="num">{amount}</b>
            {formatUnitSuffix(unit)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function pickKeySpecs(specs: readonly Specification[]): KeySpec[] {
  const chosen = new Map<Specification, KeySpec>()
  for (const wanted of WANTED) {
    const spec = specs.find((line) => wanted.test(line.label) && !chosen.has(line) && figureOf(line))
    if (spec && chosen.size < 3) chosen.set(spec, figureOf(spec)!)
  }
  return [...chosen.values()]
}

/** None where the number alone would mislead: beside a second one, or as a part of a size. */
function figureOf({ label, amount }: Specification): KeySpec | undefined {
  if (!amount?.isWhole) return undefined
  const aside = /\(([^)]*)\)$/.exec(label)?.[1] ?? ''
  const unit = /^(?!(?:at|in|for|with|on)\b)[^\s,;]+(?: per \S+)?/.exec(amount.rest.trim())?.[0]
  return { label: stripBrackets(label), about: amount.about, amount: amount.text, unit: unit ?? aside }
}
