/** Page that lists the retention rules, and how many rows each run has deleted or anonymised. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListBody } from '#admin/list/list-body.tsx'
import { SidePanel } from '#admin/panel/side-panel.tsx'
import { retentionQuery, type RetentionRule } from '#features/retention/retention.client.ts'
import { RUN_DAYS } from '#features/retention/retention-limits.policy.ts'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { DataTable } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Link } from '#ui/router/link.tsx'
import { ShortDate, ShortTime } from '#ui/text/time.tsx'
import { ListBox } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import * as styles from './retention.module.css'

export default function RetentionPage() {
  const list = useQuery({ ...retentionQuery(), refetchOnMount: 'always' })
  const [openedRule, setOpenedRule] = useState<RetentionRule>()
  return (
    <>
      <AdminHead
        title="Data retention"
        caption={
          <>
            The site deletes this data automatically. You can change the period for closed enquiries in the{' '}
            <Link to="/admin/settings">settings</Link>.
          </>
        }
      />
      <ListBox>
        <ListBody
          list={list}
          errorTitle="The rules could not be loaded"
          isNarrowed={false}
          onClear={() => undefined}
          firstPageHref="?"
          empty={<EmptyState title="Nothing is deleted automatically" />}
        >
          {({ items }) => (
            <DataTable label="Data retention" rows={items} rowKey={({ name }) => name} columns={COLUMNS} onOpen={setOpenedRule} />
          )}
        </ListBody>
      </ListBox>
      <p className={styles.retentionNote}>
        Earlier backups contain the deleted data until the backups are deleted. Server logs are stored by the operator of the server.
      </p>
      {openedRule && <RulePanel rule={openedRule} onClose={() => setOpenedRule(undefined)} />}
    </>
  )
}

const NEVER_TEXT = 'Never (as set in the settings)'

const COLUMNS: DataTableColumn<RetentionRule>[] = [
  { key: 'what', header: 'Data', isTitle: true, cell: ({ what }) => what },
  {
    key: 'after',
    header: 'When',
    cell: ({ after, isAnonymised }) => (after === null ? NEVER_TEXT : `${isAnonymised ? 'Anonymised ' : ''}${after}`),
  },
  {
    key: 'run',
    header: 'Last run',
    align: 'right',
    cell: ({ lines: [latestLine] }) => (latestLine ? <ShortTime date={latestLine.lastRunAt} /> : 'None yet'),
  },
  { key: 'removed', header: `Last ${RUN_DAYS} days`, align: 'right', cell: RemovedCount },
]

const sumRemoved = ({ lines }: RetentionRule): number => lines.reduce((sum, { removed }) => sum + removed, 0)

function RemovedCount(rule: RetentionRule) {
  return useWording().number(sumRemoved(rule))
}

function RulePanel({ rule, onClose }: { rule: RetentionRule; onClose: () => void }) {
  const { count } = useWording()
  const { what, after, isAnonymised, lines } = rule
  const verb = isAnonymised ? 'anonymised' : 'deleted'
  return (
    <SidePanel title={what} description={after ?? NEVER_TEXT} onClose={onClose}>
      {lines.length === 0 ? (
        <p className="hint">No runs yet.</p>
      ) : (
        <ul className={styles.retentionLines}>
          {lines.map(({ day, lastRunAt, runs, removed }) => (
            <li key={day}>
              <b>
                <ShortDate date={lastRunAt} />
              </b>
              <span>{removed === 0 ? 'Nothing to do' : `${count(removed, ADMIN_NOUNS.row)} ${verb}`}</span>
              <small>{count(runs, ADMIN_NOUNS.run)}</small>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">Runs that find nothing are listed once a day. This list goes back {RUN_DAYS} days.</p>
    </SidePanel>
  )
}
