/** Page that lists the audit log: changes by administrators, and sign-ins. */
import { formatAction } from '#features/audit/audit-labels.policy.ts'
import { AUDIT_SUBJECT_LABELS } from '#features/audit/audit-subjects.policy.ts'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSelect } from '#admin/list/list-filters.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { auditCsvUrl, auditQuery, type AuditEntry } from '#features/audit/audit.client.ts'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { PersonFilter } from './person-filter.tsx'
import { AuditEntryPanel } from './audit-entry-panel.tsx'

const ENTRIES_PER_PAGE = 25

export default function AuditPage() {
  const { count } = useWording()
  const listUrl = useListUrl('subject', 'user')
  const [openedEntry, setOpenedEntry] = useState<AuditEntry>()
  const subjectSelect = listUrl.getFilterSelect('subject', AUDIT_SUBJECT_LABELS)
  const userId = Number(listUrl.filters.user) || undefined
  const list = useList(auditQuery({ subject: subjectSelect.value, userId, page: listUrl.page, perPage: ENTRIES_PER_PAGE }))
  const username = list.data?.items.find((entry) => entry.userId === userId)?.username
  const columns: DataTableColumn<AuditEntry>[] = [
    { key: 'what', header: 'Action', isTitle: true, cell: ({ action, subjectTitle }) => <Action action={action} title={subjectTitle} /> },
    { key: 'who', header: 'User', cell: ({ username }) => username },
    { key: 'when', header: 'Date', align: 'right', cell: ({ at }) => <ShortTime date={at} /> },
  ]
  return (
    <>
      <AdminHead title="Audit log" caption="Every change made by administrators, and every sign-in." />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={ENTRIES_PER_PAGE}
        pagesLabel="Pages of the audit log"
        tools={
          <Toolbar
            caption={list.data && count(list.data.total, ADMIN_NOUNS.entry)}
            actions={
              <a className="btn" data-variant="quiet" data-size="s" href={auditCsvUrl({ subject: subjectSelect.value, userId })} download>
                <Icon name="download" />
                Download CSV
              </a>
            }
          >
            <ListSelect label="Type" allLabel="All types" {...subjectSelect} />
            <PersonFilter userId={userId} knownName={username} onChoose={(user) => listUrl.setParams({ user })} />
          </Toolbar>
        }
        errorTitle="The audit log could not be loaded"
        empty={<EmptyState title="No entries yet" />}
        table={{ label: 'Audit log', columns, onOpen: setOpenedEntry }}
      />
      {openedEntry && (
        <AuditEntryPanel
          entry={openedEntry}
          onClose={() => setOpenedEntry(undefined)}
          onShowUser={(id) => {
            setOpenedEntry(undefined)
            listUrl.setParams({ user: id })
          }}
        />
      )}
    </>
  )
}

const Action = ({ action, title }: { action: string; title: string }) => (
  <>
    {formatAction(action)} <small dir="auto">{title}</small>
  </>
)
