/** Up to three figures from the specification, large: what a buyer asks first. */
import './key-figures.css'

interface Spec {
  label: string
  value: string
}

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
const AMOUNT = /^(?<about>up to |about )?(?<amount>[±-]?\d[\d.,]*(?: × \d[\d.,]*)?(?=\s|$))\s*(?<rest>.*)$/
/** A rest that starts like this says that the number alone would mislead: a range, a size, a second number. */
const NOT_ALONE = /^(×|to\b|or\b|and\b|h \d)|\bor \d/

export interface KeyFigure {
  label: string
  about: string
  amount: string
  unit: string
}

export function KeyFigures({ specs }: { specs: Spec[] }) {
  const figures = keyFigures(specs)
  if (figures.length < 2) return null
  return (
    <dl className="figures">
      {figures.map(({ label, about, amount, unit }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {about}
            <b className="num">{amount}</b> {unit}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function keyFigures(specs: Spec[]): KeyFigure[] {
  const chosen = new Map<Spec, KeyFigure>()
  for (const wanted of WANTED) {
    const spec = specs.find((line) => wanted.test(line.label) && !chosen.has(line) && figureOf(line))
    if (spec && chosen.size < 3) chosen.set(spec, figureOf(spec)!)
  }
  return [...chosen.values()]
}

function figureOf({ label, value }: Spec): KeyFigure | undefined {
  const { about = '', amount, rest = '' } = AMOUNT.exec(value)?.groups ?? {}
  if (!amount || NOT_ALONE.test(rest)) return undefined
  const [, name = label, aside = ''] = /^(.*?)\s*(?:\((.*)\))?$/.exec(label) ?? []
  const unit = /^(?!(?:at|in|for|with|on)\b)[^\s,;]+(?: per \S+)?/.exec(rest)?.[0]
  return { label: name, about, amount, unit: unit ?? aside }
}
