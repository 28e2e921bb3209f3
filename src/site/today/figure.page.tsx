/** Shows a reference value with its source and history. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatReferenceValue } from '#features/figures/texts/figure-format.policy.ts'
import { referenceValueQuery, type FigureHistory } from '#features/figures/figure.client.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { NotFoundPage } from '#site/shell/not-found.tsx'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatPeriod } from '#wording/periods.ts'
import { ReferenceValueBadges, FormattedReferenceValue } from './formatted-reference-value.tsx'
import { ReferenceValueFacts } from './reference-value-facts.tsx'
import { HistoryChart } from './history-chart.tsx'
import { ReferenceValuePeriods } from './reference-value-periods.tsx'
import * as styles from './today.module.css'

export default function ReferenceValuePage() {
  const { slug = '' } = useParams()
  const history = useQuery(referenceValueQuery(slug))
  if (history.isPending) return <Spinner label="Loading" />
  if (history.error instanceof ApiError && [400, 404].includes(history.error.status)) return <NotFoundPage />
  if (history.isError)
    return (
      <ErrorState
        title="This value could not be loaded"
        text={failureReason(history.error)}
        action={<Button onClick={() => void history.refetch()}>Try again</Button>}
      />
    )
  return <ReferenceValueView history={history.data} />
}

function ReferenceValueView({ history }: { history: FigureHistory }) {
  const { key, label, unit, state, current, awaited, periods } = history
  const { language } = useWording()
  const location = usePageLocation()
  const crumbs = [{ label: 'Home', to: paths.home() }, { label: 'Prices and rules today', to: paths.today() }, { label }]
  const period = formatPeriod(current.validFrom, current.validTo, language)
  const formattedValue = current.value === null ? 'not known yet' : formatReferenceValue(current.value, unit, { isLong: true, language })
  return (
    <article className={`container ${styles.figure}`}>
      <PageMeta
        title={label}
        description={`${label}: ${formattedValue}, ${period}. Source: ${current.source.publisher}.`}
        canonical={paths.referenceValue(key)}
        feed={{ title: 'Prices and rules today', subject: { figures: true } }}
      />
      <StructuredData things={import.meta.env.SSR && [breadcrumbData(location, crumbs)]} />
      <Breadcrumb items={crumbs} />
      <header>
        <h1>{label}</h1>
        <p className={styles.big}>
          <FormattedReferenceValue period={current} unit={unit} />
        </p>
        <p className={styles.marks}>
          <span>{period}</span> <ReferenceValueBadges state={state} current={current} />
        </p>
      </header>
      {awaited && (
        <Notice tone="warn" title={`For ${formatPeriod(awaited.validFrom, awaited.validTo, language)} the value is not known yet`}>
          {awaited.note} This is the last known value.
        </Notice>
      )}
      {state === 'past' && !awaited && (
        <Notice tone="warn" title="This value has expired">
          This is the last known value. The source may have a newer one.
        </Notice>
      )}
      <ReferenceValueFacts history={history} />
      {periods.length > 1 && (
        <section aria-labelledby="history">
          <h2 id="history">History</h2>
          <HistoryChart label={label} unit={unit} periods={periods} />
          <ReferenceValuePeriods label={label} unit={unit} periods={periods} />
        </section>
      )}
      <p className={styles.ways}>
        <a href={`/api/figures/${key}`}>View as JSON</a>
      </p>
    </article>
  )
}
