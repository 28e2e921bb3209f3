/**
 * Lists the schemes for low incomes, before or after the grants for everybody. The question about the income is answered in the browser only:
 * its answer is component state, which is neither sent, stored nor part of the URL. Without JavaScript the schemes come first.
 */
import { useState, type ReactNode } from 'react'
import type { ToolReply } from '#features/tools/tool.client.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import * as styles from './result-figure.module.css'

const ANSWERS = [
  { answer: 'yes', label: 'Yes' },
  { answer: 'no', label: 'No' },
  { answer: 'unknown', label: 'Not sure' },
] as const
type Answer = (typeof ANSWERS)[number]['answer']

interface LowIncomeRoutesProps {
  routes: NonNullable<ToolReply['lowIncomeRoutes']>
  /** List of the grants for everybody. */
  children: ReactNode
}

export function LowIncomeRoutes({ routes, children }: LowIncomeRoutesProps) {
  const isMounted = useMounted()
  const [answer, setAnswer] = useState<Answer>('unknown')
  if (routes.length === 0) return children
  // Schemes that are all out of reach are no reason to look at them first.
  const isLast = answer === 'no' || routes.every(({ verdict }) => verdict === 'not for you')
  const list = <RouteList key="routes" routes={routes} isLast={isLast} />
  return (
    <div className={styles.routes}>
      {isMounted && <IncomeQuestion answer={answer} onAnswer={setAnswer} />}
      {isLast ? [children, list] : [list, children]}
    </div>
  )
}

function IncomeQuestion({ answer, onAnswer }: { answer: Answer; onAnswer: (answer: Answer) => void }) {
  return (
    <fieldset className={styles.question}>
      <legend>Is your income low, or does anyone in your home get a means-tested benefit?</legend>
      <p className={styles.small}>Your answer stays in this browser. It only changes the order of the schemes.</p>
      {ANSWERS.map(({ answer: value, label }) => (
        <label key={value}>
          <input type="radio" name="income" value={value} checked={answer === value} onChange={() => onAnswer(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function RouteList({ routes, isLast }: { routes: LowIncomeRoutesProps['routes']; isLast: boolean }) {
  return (
    <figure className={styles.figure}>
      <figcaption>If your income is low{isLast ? '' : ': try these first'}</figcaption>
      <ul className={styles.list}>
        {routes.map(({ name, verdict, because, pays, url }) => (
          <li key={name}>
            <p className={styles.line}>
              <span className={styles.verdict} data-tone={verdict === 'open' ? 'warn' : undefined}>
                {verdict === 'open' ? 'Open' : 'Not for you'}
              </span>
              <b>
                <a href={url}>{name}</a>
              </b>
            </p>
            <p className={styles.small}>{verdict === 'open' ? `${pays} ${because}` : `Not for you because: ${because}`}</p>
          </li>
        ))}
      </ul>
    </figure>
  )
}
