/** Renders two or three key specifications in large type; nothing if a product has fewer. */
import { stripBrackets } from './spec-definitions.policy.ts'
import type { Specification } from './specification.policy.ts'
import { formatUnitSuffix } from './units.policy.ts'
import * as styles from './key-specs.module.css'

/** Patterns for the labels of key specifications, most important first. */
const KEY_SPEC_PRIORITY = [
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
  /** Qualifier before the number, such as `up to `; may be empty. */
  about: string
  /** The number as written. */
  amount: string
  unit: string
}

export function KeySpecs({ specs }: { specs: readonly Specification[] }) {
  const keySpecs = pickKeySpecs(specs)
  if (keySpecs.length < 2) return null
  return (
    <dl data-part="figures" className={styles.figures}>
      {keySpecs.map(({ label, about, amount, unit }) => (
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
  for (const pattern of KEY_SPEC_PRIORITY) {
    const spec = specs.find((candidate) => pattern.test(candidate.label) && !chosen.has(candidate) && toKeySpec(candidate))
    if (spec && chosen.size < 3) chosen.set(spec, toKeySpec(spec)!)
  }
  return [...chosen.values()]
}

/** @returns what to show of a specification; undefined if it has no number, or if the number alone would mislead */
function toKeySpec({ label, amount }: Specification): KeySpec | undefined {
  if (!amount?.isUnambiguous) return undefined
  const unitInLabel = /\(([^)]*)\)$/.exec(label)?.[1] ?? ''
  const unit = /^(?!(?:at|in|for|with|on)\b)[^\s,;]+(?: per \S+)?/.exec(amount.rest.trim())?.[0]
  return { label: stripBrackets(label), about: amount.about, amount: amount.text, unit: unit ?? unitInLabel }
}
