/** Lists the verdict on each line of a quote, and questions for the installer, which can be printed. */
import type { ToolReply } from '#features/tools/tool.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import * as styles from './result-figure.module.css'

const VERDICT_LABELS = {
  fine: { label: 'Fine', tone: 'good' },
  ask: { label: 'Ask', tone: 'warn' },
  impossible: { label: 'Impossible', tone: 'bad' },
} as const

export function QuoteChecks({ checks }: { checks: NonNullable<ToolReply['checks']> }) {
  const isMounted = useMounted()
  const questions = checks.flatMap(({ key, question }) => (question ? [{ key, question }] : []))
  return (
    <>
      <figure className={styles.figure}>
        <figcaption>Line by line</figcaption>
        <ul className={styles.list}>
          {checks.map(({ key, verdict, message }) => (
            <li key={key}>
              <p className={styles.line}>
                <span className={styles.verdict} data-tone={VERDICT_LABELS[verdict].tone}>
                  {VERDICT_LABELS[verdict].label}
                </span>
                <span>{message}</span>
              </p>
            </li>
          ))}
        </ul>
      </figure>
      {questions.length > 0 && (
        <div className={styles.questions}>
          <h3>Questions for your installer</h3>
          <ul>
            {questions.map(({ key, question }) => (
              <li key={key}>{question}</li>
            ))}
          </ul>
          {isMounted && (
            <Button variant="quiet" size="s" onClick={() => print()}>
              <Icon name="print" />
              Print the questions
            </Button>
          )}
        </div>
      )}
    </>
  )
}
