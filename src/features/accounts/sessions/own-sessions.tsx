import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { endSession, ownSessionsQuery, signOutEverywhere, type OwnSession } from '#features/accounts/account.client.ts'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import * as styles from '#features/accounts/account-form.module.css'
import * as sessionStyles from './own-sessions.module.css'

/** Lists the member's sessions. `onEnded` is called after the member has signed out everywhere, including this browser. */
export function OwnSessions({ onEnded }: { onEnded: () => void }) {
  const sessions = useQuery(ownSessionsQuery())
  const listRef = useRef<HTMLUListElement>(null)
  const showError = (error: Error) => toast({ title: 'The session could not be ended', message: formatReason(error), tone: 'destructive' })
  const endMutation = useMutation({
    mutationFn: ({ id }: OwnSession) => endSession(id),
    onSuccess: async (_, { browser }) => {
      await waitForRefresh()
      toast({ title: 'Session ended', message: `${browser} is signed out.` })
      // Focuses the list, because the focused button is removed together with its row.
      listRef.current?.focus({ preventScroll: true })
    },
    onError: showError,
  })
  const signOutMutation = useMutation({ mutationFn: signOutEverywhere, onSuccess: onEnded, onError: showError })

  if (sessions.isPending) return <Skeleton className={sessionStyles.sessionsWaiting} />
  if (sessions.isError) {
    return (
      <p role="alert">
        Your sessions could not be loaded.{' '}
        <Button variant="quiet" size="s" busy={sessions.isFetching} onClick={() => void sessions.refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  return (
    <>
      <ul className={sessionStyles.sessions} ref={listRef} tabIndex={-1} aria-label="Where you are signed in">
        {sessions.data.items.map((session) => (
          <li key={session.id}>
            <div>
              <p className={sessionStyles.sessionBrowser}>
                {session.browser} {session.isCurrent && <Badge>This browser</Badge>}
              </p>
              <p className="meta">
                <span>
                  Signed in: <RelativeTime date={session.createdAt} kind="forum" />
                </span>
                <span>
                  Last seen: <RelativeTime date={session.lastSeenAt} kind="forum" />
                </span>
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="quiet"
                size="s"
                busy={endMutation.isPending && endMutation.variables.id === session.id}
                disabled={endMutation.isPending}
                onClick={() => endMutation.mutate(session)}
              >
                End<span className="visuallyHidden"> the session of {session.browser}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="actions">
        <Button variant="danger" busy={signOutMutation.isPending} busyLabel="Signing out..." onClick={() => signOutMutation.mutate()}>
          Sign out everywhere
        </Button>
      </p>
      <p data-part="account-note" className={styles.accountNote}>
        This also signs you out of this browser.
      </p>
    </>
  )
}
