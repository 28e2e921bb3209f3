import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { ListSelect } from '#admin/list/list-filters.tsx'
import type { useListUrl } from '#admin/list-url.ts'
import { searchReportQuery, type SearchReport } from '#features/search/administration/search-admin.client.ts'
import { MIN_DAYS_UNTIL_SHOWN } from '#features/search/search-limits.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Link } from '#ui/router/link.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import type { OpenSheet } from './open-sheet.ts'
import { createFailedSearchColumns, createFrequentSearchColumns, SearchNumber } from './search-count-columns.tsx'
import * as styles from './search.module.css'

const PERIOD_LABELS = { 7: 'The last 7 days', 30: 'The last 30 days', 90: 'The last 90 days', 365: 'The last year' } as const
const DEFAULT_DAYS = 30

interface SearchReportViewProps {
  listUrl: Pick<ReturnType<typeof useListUrl<'tab' | 'days'>>, 'filters' | 'setParams'>
  onOpen: (sheet: OpenSheet) => void
}

/** Reports on the searches in a period: those without results, the most frequent ones, and the most opened results. */
export function SearchReportView({ listUrl, onOpen }: SearchReportViewProps) {
  const { count } = useWording()
  const days =
    listUrl.filters.days !== undefined && Object.hasOwn(PERIOD_LABELS, listUrl.filters.days) ? Number(listUrl.filters.days) : DEFAULT_DAYS
  const report = useQuery({ ...searchReportQuery(days), placeholderData: keepPreviousData, refetchOnMount: 'always' })
  return (
    <>
      <Toolbar caption={report.data && count(report.data.total, ADMIN_NOUNS.search)}>
        <ListSelect
          label="Period"
          options={PERIOD_LABELS}
          value={String(days) as `${keyof typeof PERIOD_LABELS}`}
          onChoose={(value) => listUrl.setParams({ days: Number(value) === DEFAULT_DAYS ? undefined : value })}
        />
      </Toolbar>
      {report.data ? (
        <Report {...report.data} onOpen={onOpen} />
      ) : report.isError ? (
        <ErrorState
          title="The searches could not be loaded"
          text={failureReason(report.error)}
          action={
            <Button busy={report.isFetching} onClick={() => void report.refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <Spinner label="Loading the searches" />
      )}
    </>
  )
}

function Report({ searches, withoutResult, clicked, onOpen }: SearchReport & Pick<SearchReportViewProps, 'onOpen'>) {
  return (
    <>
      <p className={styles.note}>
        To protect privacy, a search appears here only if it was made on {MIN_DAYS_UNTIL_SHOWN} different days. Opened results are not
        counted for browsers that ask not to be tracked.
      </p>
      <ReportSection title="No results" nothing="No failed searches.">
        {withoutResult.length > 0 && (
          <DataTable
            label="Searches without results"
            rows={withoutResult}
            rowKey={({ query }) => query}
            columns={createFailedSearchColumns(onOpen)}
          />
        )}
      </ReportSection>
      <ReportSection title="Top searches" nothing="No searches to show yet.">
        {searches.length > 0 && (
          <DataTable
            label="Most frequent searches"
            rows={searches}
            rowKey={({ query }) => query}
            columns={createFrequentSearchColumns(onOpen)}
          />
        )}
      </ReportSection>
      <ReportSection title="Top results" nothing="No results have been opened yet.">
        {clicked.length > 0 && (
          <DataTable
            label="Most opened results"
            rows={clicked}
            rowKey={({ url }) => url}
            columns={[
              {
                key: 'page',
                header: 'Page',
                isTitle: true,
                className: styles.words,
                cell: ({ url, title }) => <Link to={url}>{title ?? url}</Link>,
              },
              { key: 'clicks', header: 'Opened', align: 'right', cell: ({ clicks }) => <SearchNumber value={clicks} /> },
            ]}
          />
        )}
      </ReportSection>
    </>
  )
}

function ReportSection({ title, nothing: emptyText, children }: { title: string; nothing: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children || <p className={styles.nothing}>{emptyText}</p>}
    </section>
  )
}
