/** Decided reports, newest decision first. */
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import type { useListUrl } from '#admin/list-url.ts'
import { reportsQuery } from '#features/reports/report.client.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { CaseItem } from './case-item.tsx'
import * as styles from './reports.module.css'

const PER_PAGE = 20
const noop = () => undefined

export function DecidedList({ listUrl }: { listUrl: ReturnType<typeof useListUrl<'tab' | 'item' | 'claim'>> }) {
  const list = useList(reportsQuery({ page: listUrl.page, perPage: PER_PAGE, status: 'decided' }))
  return (
    <ListFrame
      list={list}
      listUrl={listUrl}
      isNarrowed={false}
      perPage={PER_PAGE}
      pagesLabel="Pages of decided reports"
      errorTitle="The reports could not be loaded"
      empty={
        <EmptyState
          title="No decided reports"
          text="Decisions about reports appear here for two years. Other decisions are in the audit log."
        />
      }
    >
      {({ items }) => (
        <ul className={styles.list} aria-label="Decided reports" aria-busy={list.isPlaceholderData || undefined}>
          {items.map((item) => (
            <li key={item.id}>
              <CaseItem reportCase={item} onDecided={noop} />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  )
}
