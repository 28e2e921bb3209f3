/** Lists upcoming changes by date: next values that are known, new values that are expected, and the last days of current values. */
import { Fragment } from 'react'
import { formatReferenceValue } from '#features/figures/texts/figure-format.policy.ts'
import type { RegisteredFigure } from '#features/figures/figure.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './today.module.css'

/** Changes on the same day with the same text are one group. */
const MAX_GROUPS = 6

interface Change {
  day: string
  /** Key of the reference value. */
  key: string
  label: string
  text: string
}

export function ComingChanges({ values }: { values: readonly RegisteredFigure[] }) {
  const { language } = useWording()
  const changes = values.flatMap((value) => listChanges(value, language)).toSorted((a, b) => a.day.localeCompare(b.day))
  if (changes.length === 0) return null
  const groups = [...Map.groupBy(changes, ({ day, text }) => `${day} ${text}`).values()].slice(0, MAX_GROUPS)
  return (
    <section className={styles.coming} aria-labelledby="what-changes-next">
      <h2 id="what-changes-next">What changes next</h2>
      <ol>
        {groups.map((group) => (
          <li key={`${group[0]?.day} ${group[0]?.text}`}>
            <ShortDate date={group[0]?.day} />
            <span>
              {group.map(({ key, label }, index) => (
                <Fragment key={key}>
                  {index > 0 && '; '}
                  <Link to={paths.referenceValue(key)}>{label}</Link>
                </Fragment>
              ))}
              : {group[0]?.text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Returns the next change of a reference value as a list, which is empty if no change is known. */
function listChanges({ key, label, unit, current, next, state }: RegisteredFigure, language: string): Change[] {
  const createChange = (day: string, text: string) => [{ day, key, label, text }]
  if (next?.value != null)
    return createChange(
      next.validFrom,
      `${formatReferenceValue(next.value, unit, { isLong: true, language })} from this date${next.certainty === 'C' ? ' (not confirmed)' : ''}`,
    )
  if (next) return createChange(next.validFrom, 'new value, not known yet')
  return state === 'in-force' && current.validTo !== null ? createChange(current.validTo, 'last known day') : []
}
