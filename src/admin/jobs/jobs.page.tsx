/** Page that lists the background jobs: waiting, running, held and failed. */
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSelect } from '#admin/list/list-filters.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { jobsQuery, type QueuedJob } from '#features/job-queue/job-queue.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatJobKind, formatJobPayload, JOB_STATE_LABELS } from './job-labels.ts'
import { HeldJobsNotice } from './held-jobs-notice.tsx'
import { JobPanel } from './job-panel.tsx'
import * as styles from './jobs.module.css'

const JOBS_PER_PAGE = 25
/** Running jobs are not announced when they end. */
const REFETCH_WHILE_RUNNING_MS = 2000
const BADGE_VARIANTS = { waiting: 'secondary', running: 'default', held: 'outline', failed: 'destructive' } as const

export default function JobsPage() {
  const { count } = useWording()
  const listUrl = useListUrl('state')
  const [openedJob, setOpenedJob] = useState<QueuedJob>()
  const stateSelect = listUrl.getFilterSelect('state', JOB_STATE_LABELS)
  const list = useList({
    ...jobsQuery({ state: stateSelect.value, page: listUrl.page, perPage: JOBS_PER_PAGE }),
    refetchInterval: ({ state }) => (state.data?.items.some((job) => job.state === 'running') ? REFETCH_WHILE_RUNNING_MS : false),
  })
  const isToolbarHidden = !listUrl.isNarrowed && (list.isError || list.data?.total === 0)
  return (
    <>
      <AdminHead title="Background jobs" caption="Work that runs after a request, such as sending email. Completed jobs are not listed." />
      <HeldJobsNotice />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={JOBS_PER_PAGE}
        pagesLabel="Pages of jobs"
        tools={
          !isToolbarHidden && (
            <Toolbar
              caption={list.data && count(list.data.total, ADMIN_NOUNS.queuedJob)}
              actions={
                <Button variant="quiet" size="s" busy={list.isFetching} onClick={() => void list.refetch()}>
                  Refresh
                </Button>
              }
            >
              <ListSelect label="State" allLabel="All states" {...stateSelect} />
            </Toolbar>
          )
        }
        errorTitle="The jobs could not be loaded"
        noMatchTitle={stateSelect.value && `No ${JOB_STATE_LABELS[stateSelect.value].toLowerCase()} jobs`}
        empty={
          <EmptyState
            title="No jobs"
            text="Emails and other jobs appear here while they are waiting or running, and when they have failed."
          />
        }
        table={{ label: 'Background jobs', columns: COLUMNS, onOpen: setOpenedJob }}
      />
      {openedJob && <JobPanel job={openedJob} onClose={() => setOpenedJob(undefined)} />}
    </>
  )
}

const COLUMNS: DataTableColumn<QueuedJob>[] = [
  {
    key: 'what',
    header: 'Job',
    isTitle: true,
    cell: ({ kind, payload }) => (
      <>
        {formatJobKind(kind)} <small>{formatJobPayload(payload)}</small>
      </>
    ),
  },
  { key: 'error', header: 'Last error', className: styles.jobError, cell: ({ lastError }) => lastError ?? '–' },
  { key: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { key: 'when', header: 'When', align: 'right', cell: JobTime },
  { key: 'state', header: 'State', cell: ({ state }) => <Badge variant={BADGE_VARIANTS[state]}>{JOB_STATE_LABELS[state]}</Badge> },
]

/** Shows when the job failed, started, is due or was created: the first of these that is known. */
function JobTime({ failedAt, startedAt, dueAt, createdAt }: QueuedJob) {
  return <ShortTime date={failedAt ?? startedAt ?? dueAt ?? createdAt} />
}
