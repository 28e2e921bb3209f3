/** What the site does when nobody waits for it: what is still to be done, what runs, and what it has given up. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSelect, parseChoice } from '#admin/list/list-filters.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { Facts, SidePanel } from '#admin/panel/side-panel.tsx'
import { discardJob, jobsQuery, retryJob, type QueuedJob } from '#features/job-queue/job-queue.client.ts'
import { failureReason } from '#platform/api.client.ts'
import { whenRefreshed } from '#platform/query-refresh.client.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { ShortTime } from '#ui/time.tsx'
import { toast } from '#ui/toast-store.ts'
import { Toolbar } from '#ui/toolbar.tsx'
import { useWording } from '#ui/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatJobKind, formatJobPayload, JOB_PRIORITY_LABELS, JOB_STATE_LABELS } from './job-labels.ts'
import * as styles from './jobs.module.css'

const PER_PAGE = 25
const LOOKS = { waiting: 'secondary', running: 'default', failed: 'destructive' } as const

export default function JobsPage() {
  const { count } = useWording()
  const listUrl = useListUrl('state')
  const [opened, open] = useState<QueuedJob>()
  const state = parseChoice(JOB_STATE_LABELS, listUrl.filters.state)
  const list = useQuery({
    ...jobsQuery({ state, page: listUrl.page, perPage: PER_PAGE }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const isBare = !listUrl.isNarrowed && (list.isError || list.data?.total === 0)
  return (
    <>
      <AdminHead title="Background work" caption="What is done when nobody waits for it. What is done is no longer listed." />
      <ListFrame
        list={list}
        listUrl={listUrl}
        perPage={PER_PAGE}
        pagesLabel="Pages of work"
        tools={
          !isBare && (
            <Toolbar
              caption={list.data && count(list.data.total, ADMIN_NOUNS.pieceOfWork)}
              actions={
                <Button variant="quiet" size="s" busy={list.isFetching} onClick={() => void list.refetch()}>
                  Refresh
                </Button>
              }
            >
              <ListSelect
                label="State"
                all="In every state"
                options={JOB_STATE_LABELS}
                value={state}
                onChoose={(next) => listUrl.set({ state: next })}
              />
            </Toolbar>
          )
        }
        errorTitle="The work could not be loaded"
        noMatch={state && `Nothing is ${JOB_STATE_LABELS[state].toLowerCase()}`}
        empty={
          <EmptyState title="All is done" text="Emails that are to be sent and other work appear here while they wait or when they fail." />
        }
      >
        {({ items }) => (
          <DataTable
            label="Background work"
            rows={items}
            rowKey={({ id }) => id}
            columns={COLUMNS}
            onOpen={open}
            busy={list.isPlaceholderData}
          />
        )}
      </ListFrame>
      {opened && <JobPanel job={opened} onClose={() => open(undefined)} />}
    </>
  )
}

const COLUMNS: Column<QueuedJob>[] = [
  {
    key: 'what',
    header: 'What',
    isTitle: true,
    cell: ({ kind, payload }) => (
      <>
        {formatJobKind(kind)} <small>{formatJobPayload(payload)}</small>
      </>
    ),
  },
  { key: 'error', header: 'Last error', className: styles.jobError, cell: ({ lastError }) => lastError ?? '–' },
  { key: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { key: 'when', header: 'When', align: 'right', cell: When },
  { key: 'state', header: 'State', cell: ({ state }) => <Badge variant={LOOKS[state]}>{JOB_STATE_LABELS[state]}</Badge> },
]

/** When it failed, began, or is to be done. */
function When({ failedAt, startedAt, dueAt, createdAt }: QueuedJob) {
  return <ShortTime date={failedAt ?? startedAt ?? dueAt ?? createdAt} />
}

function JobPanel({ job, onClose }: { job: QueuedJob; onClose: () => void }) {
  const [busy, setBusy] = useState<'retry' | 'discard'>()
  const [isAsked, ask] = useState(false)
  const run = async (what: 'retry' | 'discard', work: () => Promise<unknown>, done: string, failed: string) => {
    setBusy(what)
    try {
      await work()
      await whenRefreshed()
      toast({ title: done })
      onClose()
    } catch (fault) {
      const message = failureReason(fault)
      toast({ title: failed, message, tone: 'destructive' })
    } finally {
      setBusy(undefined)
      ask(false)
    }
  }
  const retry = () => void run('retry', () => retryJob(job.id), 'It is done as soon as possible', 'Not begun')
  const discard = () => void run('discard', () => discardJob(job.id), 'Discarded', 'Not discarded')
  return (
    <SidePanel title={formatJobKind(job.kind)} onClose={onClose}>
      {job.lastError && (
        <Notice title={job.state === 'failed' ? 'It has been given up' : 'It is tried again'} className={styles.jobNotice}>
          {job.lastError}
        </Notice>
      )}
      <Facts
        facts={{
          About: formatJobPayload(job.payload) || null,
          State: JOB_STATE_LABELS[job.state],
          Order: JOB_PRIORITY_LABELS[job.priority],
          Attempts: job.attempts || null,
          'Put in': <ShortTime date={job.createdAt} />,
          'To be done': job.dueAt && <ShortTime date={job.dueAt} />,
          Began: job.startedAt && <ShortTime date={job.startedAt} />,
          Failed: job.failedAt && <ShortTime date={job.failedAt} />,
        }}
      />
      {job.state !== 'running' && (
        <div className={styles.jobActions}>
          <Button busy={busy === 'retry'} disabled={busy !== undefined} onClick={retry}>
            {job.state === 'failed' ? 'Try again' : 'Do it now'}
          </Button>
          <Button variant="danger" disabled={busy !== undefined} onClick={() => ask(true)}>
            Discard
          </Button>
        </div>
      )}
      <Confirm
        open={isAsked}
        question="Discard this work?"
        confirmLabel="Discard"
        tone="danger"
        busy={busy === 'discard'}
        onConfirm={discard}
        onCancel={() => ask(false)}
      >
        It will not be done. This cannot be taken back.
      </Confirm>
    </SidePanel>
  )
}
