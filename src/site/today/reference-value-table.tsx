/** Table with the reference values of a group. On narrow screens the style sheet stacks the cells. */
import type { RegisteredFigure } from '#features/figures/figure.client.ts'
import { formatPeriod } from '#wording/periods.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ReferenceValueBadges, FormattedReferenceValue } from './formatted-reference-value.tsx'
import * as styles from './today.module.css'

export function ReferenceValueTable({ label, values }: { label: string; values: readonly RegisteredFigure[] }) {
  const { language } = useWording()
  return (
    <table className={styles.rows} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">Valid</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {values.map((referenceValue) => {
          const { key, label: name, unit, state, current, awaited } = referenceValue
          return (
            <tr key={key}>
              <th scope="row">
                <Link to={paths.referenceValue(key)}>{name}</Link>
              </th>
              <td>
                <FormattedReferenceValue period={current} unit={unit} /> <ReferenceValueBadges state={state} current={current} />
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

/** Links to the source: a page of the publisher or, for the site's own assumptions, a page of this site. */
export function SourceLink({ source: { title, publisher, url } }: { source: RegisteredFigure['current']['source'] }) {
  const text = title === publisher ? title : `${title}, ${publisher}`
  return url.startsWith('/') ? (
    <Link to={url}>{text}</Link>
  ) : (
    <a href={url} rel="noopener">
      {text}
    </a>
  )
}
