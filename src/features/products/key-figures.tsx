/** Up to three figures from the specification, large: what a buyer asks first. */
import { bareLabel } from './figures.policy.ts'
import type { Specification } from './specification.policy.ts'
import { unitBehind } from './units.policy.ts'
import './key-figures.css'

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
export interface KeyFigure {
  label: string
  about: string
  amount: string
  unit: string
}

export function KeyFigures({ specs }: { specs: readonly Specification[] }) {
  const figures = keyFigures(specs)
  if (figures.length < 2) return null
  return (
    <dl className="figures">
      {figures.map(({ label, about, amount, unit }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {about}
            <b className="num">{amount}</b>
            {unitBehind(unit)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function keyFigures(specs: readonly Specification[]): KeyFigure[] {
  const chosen = new Map<Specification, KeyFigure>()
  for (const wanted of WANTED) {
    const spec = specs.find((line) => wanted.test(line.label) && !chosen.has(line) && figureOf(line))
    if (spec && chosen.size < 3) chosen.set(spec, figureOf(spec)!)
  }
  return [...chosen.values()]
}

/** None where the number alone would mislead: beside a second one, or as a part of a size. */
function figureOf({ label, amount }: Specification): KeyFigure | undefined {
  if (!amount?.isWhole) return undefined
  const aside = /\(([^)]*)\)$/.exec(label)?.[1] ?? ''
  const unit = /^(?!(?:at|in|for|with|on)\b)[^\s,;]+(?: per \S+)?/.exec(amount.rest.trim())?.[0]
  return { label: bareLabel(label), about: amount.about, amount: amount.text, unit: unit ?? aside }
}
