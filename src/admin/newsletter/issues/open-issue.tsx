import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SidePanel } from '#admin/panel/side-panel.tsx'
import { issueQuery } from '#features/newsletter/issues/issue.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { EditIssue } from './issue-editor.tsx'
import { IssueReport } from './issue-report.tsx'

const REFETCH_MS = 2000

/** Loads an issue and opens a draft in the editor, any other issue in the report. */
export function OpenIssue({ id, onClose }: { id: number; onClose: () => void }) {
  const issue = useQuery({
    ...issueQuery(id),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const { state: issueState, scheduledAt } = state.data ?? {}
      return issueState === 'sending' || (issueState === 'scheduled' && Date.parse(scheduledAt ?? '') <= Date.now() + REFETCH_MS)
        ? REFETCH_MS
        : false
    },
  })
  const [loadCount, setLoadCount] = useState(0)
  const reload = async () => {
    await issue.refetch()
    setLoadCount(loadCount + 1)
  }
  if (issue.data?.state === 'draft')
    return <EditIssue key={loadCount} issue={issue.data} onReload={() => void reload()} onClose={onClose} />
  if (issue.data) return <IssueReport issue={issue.data} onClose={onClose} />
  return (
    <SidePanel title="Newsletter issue" onClose={onClose}>
      {issue.isError ? (
        <ErrorState
          title="The issue could not be loaded"
          text={issue.error.status === 404 ? 'Someone has deleted it.' : undefined}
          action={
            <Button variant="quiet" onClick={() => void issue.refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <Spinner label="Loading the issue" />
      )}
    </SidePanel>
  )
}
