/** Page that lists the newsletter issues, whatever their state, and creates drafts. */
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { draftIssue, issuesQuery, type Issue } from '#features/newsletter/issues/issue.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ISSUE_STATE_LABELS, getIssueTitle } from './issues/issue-labels.ts'
import { NewsletterPermission } from './newsletter-permission.tsx'
import { OpenIssue } from './issues/open-issue.tsx'
import * as styles from './issues.module.css'

const ISSUES_PER_PAGE = 20
const BADGE_VARIANTS = { draft: 'secondary', scheduled: 'secondary', sending: 'default', paused: 'destructive', sent: 'default' } as const
const REFETCH_WHILE_SENDING_MS = 3000

export default function IssuesPage() {
  const { number } = useWording()
  const listUrl = useListUrl('open')
  const [draftingFrom, setDraftingFrom] = useState<'activity' | 'blank'>()
  const list = useList({
    ...issuesQuery({ page: listUrl.page, perPage: ISSUES_PER_PAGE }),
    refetchInterval: ({ state }) => (state.data?.items.some((issue) => issue.state === 'sending') ? REFETCH_WHILE_SENDING_MS : false),
  })
  const openId = Number(listUrl.filters.open) || undefined
  const setOpenId = (id: number | undefined) => listUrl.setParams({ open: id, page: listUrl.page > 1 ? listUrl.page : undefined }, true)
  const createDraft = async (fromActivity: boolean) => {
    setDraftingFrom(fromActivity ? 'activity' : 'blank')
    try {
      const { id } = await draftIssue(fromActivity)
      setOpenId(id)
    } catch (error) {
      toast({ title: 'Issue not created', message: failureReason(error), tone: 'destructive' })
    } finally {
      setDraftingFrom(undefined)
    }
  }
  const columns: DataTableColumn<Issue>[] = [
    { key: 'subject', header: 'Subject', isTitle: true, className: styles.issueSubject, cell: getIssueTitle },
    { key: 'state', header: 'State', cell: ({ state }) => <Badge variant={BADGE_VARIANTS[state]}>{ISSUE_STATE_LABELS[state]}</Badge> },
    {
      key: 'sent',
      header: 'Sent',
      align: 'right',
      cell: ({ startedAt, counts }) => (startedAt === null ? '–' : `${number(counts.sent)} of ${number(counts.total)}`),
    },
    {
      key: 'when',
      header: 'When',
      align: 'right',
      cell: ({ startedAt, scheduledAt, changedAt }) => <ShortTime date={startedAt ?? scheduledAt ?? changedAt} />,
    },
  ]
  const draftButtons = (
    <span className={styles.issueBegin}>
      <Button
        busy={draftingFrom === 'activity'}
        busyLabel="Drafting..."
        disabled={draftingFrom !== undefined}
        onClick={() => void createDraft(true)}
      >
        <Icon name="plus" />
        Draft from activity
      </Button>
      <Button variant="quiet" busy={draftingFrom === 'blank'} disabled={draftingFrom !== undefined} onClick={() => void createDraft(false)}>
        Blank issue
      </Button>
    </span>
  )
  return (
    <>
      <AdminHead title="Newsletter issues" caption="Opens and clicks are not tracked." action={draftButtons} />
      <NewsletterPermission />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={ISSUES_PER_PAGE}
        pagesLabel="Pages of issues"
        tools={null}
        errorTitle="The issues could not be loaded"
        noMatchTitle="No issues match"
        isNarrowed={false}
        empty={
          <EmptyState
            title="No issues yet"
            text="Start with a draft from recent activity: new guides, useful answers, reviews and prices."
          />
        }
        table={{ label: 'Newsletter issues', columns, rowLabel: getIssueTitle, onOpen: ({ id }) => setOpenId(id) }}
      />
      {openId !== undefined && <OpenIssue key={openId} id={openId} onClose={() => setOpenId(undefined)} />}
    </>
  )
}
