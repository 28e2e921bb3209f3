/** What changes next, the first to come first: a value that is known already, the end of one, or a day on which one is due. */
import { Fragment } from 'react'
import { formatFigure } from '#features/figures/texts/figure-format.policy.ts'
import type { RegisteredFigure } from '#features/figures/figure.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './today.module.css'

const MAX_DAYS = 6

interface Change {
  day: string
  key: string
  label: string
  words: string
}

export function ComingChanges({ figures }: { figures: readonly RegisteredFigure[] }) {
  const { language } = useWording()
  const changes = figures.flatMap((figure) => changesOf(figure, language)).toSorted((a, b) => a.day.localeCompare(b.day))
  if (changes.length === 0) return null
  const days = [...Map.groupBy(changes, ({ day, words }) => `${day} ${words}`).values()].slice(0, MAX_DAYS)
  return (
    <section className={styles.coming} aria-labelledby="what-changes-next">
      <h2 id="what-changes-next">What changes next</h2>
      <ol>
        {days.map((same) => (
          <li key={`${same[0]?.day} ${same[0]?.words}`}>
            <ShortDate date={same[0]?.day} />
            <span>
              {same.map(({ key, label }, at) => (
                <Fragment key={key}>
                  {at > 0 && '; '}
                  <Link to={paths.figure(key)}>{label}</Link>
                </Fragment>
              ))}
              : {same[0]?.words}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function changesOf({ key, label, unit, current, next, state }: RegisteredFigure, language: string): Change[] {
  const change = (day: string, words: string) => [{ day, key, label, words }]
  if (next?.value != null)
    return change(
      next.validFrom,
      `${formatFigure(next.value, unit, { isLong: true, language })} from this day${next.certainty === 'C' ? ' (not confirmed)' : ''}`,
    )
  if (next) return change(next.validFrom, 'a new figure, not known yet')
  return state === 'in-force' && current.validTo !== null ? change(current.validTo, 'the last day that is known') : []
}
