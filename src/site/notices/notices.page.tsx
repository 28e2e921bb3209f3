/** Lists the notices of the signed-in member, newest first. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { NOTICES_PER_PAGE, noticesQuery, readNotices } from '#features/notices/notice.client.ts'
import { MissedList } from '#features/recap/missed-list.tsx'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { parsePage } from '#site/page-number.ts'
import { useReturnState } from '#site/shell/header/sign-in-link.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { NoticeRow } from './notice-row.tsx'
import * as styles from './notices.module.css'

export default function NoticesPage() {
  const user = useSignedIn()
  const returnState = useReturnState()
  return (
    <div className={`container ${styles.notices}`}>
      <PageMeta title="Notifications" noIndex />
      {user ? <Notices userId={user.id} unreadCount={user.unreadNotices} /> : <Navigate to={paths.signIn()} state={returnState} replace />}
    </div>
  )
}

function Notices({ userId, unreadCount }: { userId: number; unreadCount: number }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const page = parsePage(useSearchParams()[0])
  const notices = useQuery({ ...noticesQuery(page), placeholderData: keepPreviousData, refetchOnMount: 'always' })
  const markRead = useMutation({
    mutationFn: readNotices,
    onError: () => toast({ title: 'The change could not be saved', message: 'Please try again.', tone: 'destructive' }),
  })
  return (
    <>
      <header className={styles.noticesHead}>
        <h1 ref={heading} tabIndex={-1}>
          Notifications
        </h1>
        <p className="actions">
          {unreadCount > 0 && (
            <Button variant="quiet" busy={markRead.isPending && !markRead.variables?.ids} onClick={() => markRead.mutate({})}>
              Mark all as read
            </Button>
          )}
          <ButtonLink variant="quiet" to={paths.account('notices')}>
            Email settings
          </ButtonLink>
        </p>
      </header>
      {notices.isPending ? (
        <div role="status">
          <span className="visuallyHidden">Loading your notifications</span>
          <Skeleton className={styles.noticesWaiting} />
        </div>
      ) : notices.isError ? (
        <ErrorState
          title="Your notifications could not be loaded"
          text={failureReason(notices.error)}
          action={
            <Button busy={notices.isFetching} onClick={() => void notices.refetch()}>
              Try again
            </Button>
          }
        />
      ) : notices.data.items.length === 0 ? (
        <EmptyState
          art={<img src="/art/scenes/empty.svg" alt="" width={320} height={220} />}
          title="No notifications yet"
          text="Replies in topics that you watch and changes to your account appear here."
          action={<ButtonLink to={paths.forum()}>Go to the forum</ButtonLink>}
        />
      ) : (
        <>
          <ul className={styles.noticeList}>
            {notices.data.items.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} onRead={() => markRead.mutate({ ids: [notice.id] })} />
            ))}
          </ul>
          <Pager page={page} pages={Math.ceil(notices.data.total / NOTICES_PER_PAGE)} hrefFor={paths.notices} label="Pages of notices" />
        </>
      )}
      {page === 1 && !notices.isPending && <MissedList userId={userId} onDismissed={() => heading.current?.focus()} />}
    </>
  )
}
