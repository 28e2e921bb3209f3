/** Who changed what, when, before and after. */
import { AUDIT_SUBJECT_LABELS } from '#features/audit/audit-subjects.policy.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSelect, parseChoice } from '#admin/list/list-filters.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { Facts, SidePanel } from '#admin/panel/side-panel.tsx'
import { auditFileUrl, auditQuery, type AuditEntry } from '#features/audit/audit.client.ts'
import { Button } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ShortTime } from '#ui/time.tsx'
import { Icon } from '#ui/icon.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { Toolbar } from '#ui/toolbar.tsx'
import { useWording } from '#ui/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { actionLabel, fieldLabel } from './audit-labels.ts'
import { PersonFilter } from './person-filter.tsx'
import * as styles from './audit.module.css'

const PER_PAGE = 25

export default function AuditPage() {
  const { count } = useWording()
  const listUrl = useListUrl('subject', 'user')
  const [opened, open] = useState<AuditEntry>()
  const subject = parseChoice(AUDIT_SUBJECT_LABELS, listUrl.filters.subject)
  const userId = Number(listUrl.filters.user) || undefined
  const list = useQuery({
    ...auditQuery({ subject, userId, page: listUrl.page, perPage: PER_PAGE }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const person = list.data?.items.find((entry) => entry.userId === userId)?.username
  const columns: Column<AuditEntry>[] = [
    { key: 'what', header: 'What', isTitle: true, cell: ({ action, subjectTitle }) => <What action={action} title={subjectTitle} /> },
    { key: 'who', header: 'Who', cell: ({ username }) => username },
    { key: 'when', header: 'When', align: 'right', cell: ({ at }) => <ShortTime date={at} /> },
  ]
  return (
    <>
      <AdminHead title="Audit log" caption="Every change an administrator makes, and every session that begins." />
      <ListFrame
        list={list}
        listUrl={listUrl}
        perPage={PER_PAGE}
        pagesLabel="Pages of the audit log"
        tools={
          <Toolbar
            caption={list.data && count(list.data.total, ADMIN_NOUNS.entry)}
            actions={
              <a className="btn" data-variant="quiet" data-size="s" href={auditFileUrl({ subject, userId })} download>
                <Icon name="download" />
                Download CSV
              </a>
            }
          >
            <ListSelect
              label="About"
              all="About everything"
              options={AUDIT_SUBJECT_LABELS}
              value={subject}
              onChoose={(chosen) => listUrl.set({ subject: chosen })}
            />
            <PersonFilter userId={userId} known={person} onChoose={(user) => listUrl.set({ user })} />
          </Toolbar>
        }
        errorTitle="The audit log could not be loaded"
        empty={<EmptyState title="Nothing has been changed yet" />}
      >
        {({ items }) => (
          <DataTable label="Audit log" rows={items} rowKey={({ id }) => id} columns={columns} onOpen={open} busy={list.isPlaceholderData} />
        )}
      </ListFrame>
      {opened && (
        <EntryPanel
          entry={opened}
          onClose={() => open(undefined)}
          onPerson={(id) => {
            open(undefined)
            listUrl.set({ user: id })
          }}
        />
      )}
    </>
  )
}

const What = ({ action, title }: { action: string; title: string }) => (
  <>
    {actionLabel(action)} <small>{title}</small>
  </>
)

function EntryPanel({ entry, onClose, onPerson }: { entry: AuditEntry; onClose: () => void; onPerson: (userId: number) => void }) {
  const [before, after] = [flat(entry.before), flat(entry.after)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => textOf(before[name]) !== textOf(after[name]))
  const { userId } = entry
  return (
    <SidePanel title={actionLabel(entry.action)} onClose={onClose}>
      <Facts
        facts={{
          What: entry.subjectTitle,
          Kind: `${AUDIT_SUBJECT_LABELS[entry.subjectType]}${entry.subjectId === null ? '' : ` ${entry.subjectId}`}`,
          Who: entry.username,
          When: <ShortTime date={entry.at} />,
        }}
      />
      {names.length > 0 && (
        <ScrollRegion className={styles.auditChanges} role="group" label="What changed">
          <table aria-label="What changed">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name}>
                  <th scope="row">{fieldLabel(name)}</th>
                  <td>
                    <Value of={before[name]} />
                  </td>
                  <td>
                    <Value of={after[name]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {userId !== null && (
        <Button variant="quiet" size="s" onClick={() => onPerson(userId)}>
          Everything by {entry.username}
        </Button>
      )}
    </SidePanel>
  )
}

/** What stands inside a field, such as the switches of the features, is a field of its own. */
const flat = (fields: Record<string, unknown> | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one] as const)
        : [[name, value] as const],
    ),
  )

const MOMENT = /^\d{4}-\d\d-\d\dT/
const Value = ({ of }: { of: unknown }) => (typeof of === 'string' && MOMENT.test(of) ? <ShortTime date={of} /> : textOf(of))

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}
