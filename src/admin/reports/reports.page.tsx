/** The moderation queue: everything that waits for a decision, overdue items first, and the decided reports. */
import { useQuery } from '@tanstack/react-query'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { parseChoice } from '#admin/list/list-filters.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { reportsQuery } from '#features/reports/report.client.ts'
import { TabSet } from '#ui/lists/tabs.tsx'
import { DecidedList } from './decided-list.tsx'
import { QueueList } from './queue-list.tsx'

const TABS = { open: 'Queue', appeals: 'Appeals', decided: 'Decided' } as const

export default function ReportsPage() {
  const listUrl = useListUrl('tab', 'item', 'claim')
  const tab = parseChoice(TABS, listUrl.filters.tab) ?? 'open'
  const open = useQuery({ ...reportsQuery({ perPage: 1 }), refetchOnMount: 'always' })
  const appeals = useQuery({ ...reportsQuery({ perPage: 1, item: 'appeal' }), refetchOnMount: 'always' })
  return (
    <>
      <AdminHead
        title="Moderation queue"
        caption="Decide about reports and appeals, and about posts, reviews and proofs of purchase that wait for you."
      />
      <TabSet
        label="Moderation queue"
        value={tab}
        onChange={(value) => listUrl.setParams({ tab: value === 'open' ? undefined : value, item: undefined, claim: undefined })}
        tabs={[
          { value: 'open', label: TABS.open, count: open.data?.total, content: tab === 'open' && <QueueList listUrl={listUrl} /> },
          {
            value: 'appeals',
            label: TABS.appeals,
            count: appeals.data?.total,
            content: tab === 'appeals' && <QueueList listUrl={listUrl} only="appeal" />,
          },
          { value: 'decided', label: TABS.decided, content: tab === 'decided' && <DecidedList listUrl={listUrl} /> },
        ]}
      />
    </>
  )
}
