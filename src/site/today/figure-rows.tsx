/** The figures of one heading, in rows that are a table to those who listen and stand below each other on a phone. */
import type { RegisteredFigure } from '#features/figures/figure.client.ts'
import { formatPeriod } from '#wording/periods.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { FigureMarks, FigureValue } from './figure-value.tsx'
import * as styles from './today.module.css'

export function FigureRows({ label, figures }: { label: string; figures: readonly RegisteredFigure[] }) {
  const { language } = useWording()
  return (
    <table className={styles.rows} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Figure</th>
          <th scope="col">Holds</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => {
          const { key, label: name, unit, state, current, awaited } = figure
          return (
            <tr key={key}>
              <th scope="row">
                <Link to={paths.figure(key)}>{name}</Link>
              </th>
              <td>
                <FigureValue period={current} unit={unit} /> <FigureMarks state={state} current={current} />
              </td>
              <td>
                {formatPeriod(current.validFrom, current.validTo, language)}
                {awaited && <small>{formatPeriod(awaited.validFrom, awaited.validTo, language)}: not known yet</small>}
              </td>
              <td>
                <SourceLink source={current.source} />
                <small>
                  checked <ShortDate date={current.checkedOn} />
                </small>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** A publisher's own page; an assumption of ours has a path. */
export function SourceLink({ source: { title, publisher, url } }: { source: RegisteredFigure['current']['source'] }) {
  const words = title === publisher ? title : `${title}, ${publisher}`
  return url.startsWith('/') ? (
    <Link to={url}>{words}</Link>
  ) : (
    <a href={url} rel="noopener">
      {words}
    </a>
  )
}
