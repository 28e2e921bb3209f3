import { lazy, Suspense, type ComponentType } from 'react'
import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { TopicRowsSkeleton } from '#features/forums/topic-row.tsx'
import type { User } from '#features/users/user.client.ts'
import { SignInLink } from '#site/shell/header/sign-in-link.tsx'
import { memberName, TAB_LABELS, type OwnTab } from '#site/user/user-tab.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Notice } from '#ui/states/notice.tsx'
import * as styles from '#site/user/user.module.css'

const CONTENTS: Record<OwnTab, ComponentType<{ userId: number }>> = {
  bookmarks: lazy(() => import('./own-bookmarks.tsx')),
  watched: lazy(() => import('./own-watches.tsx')),
  drafts: lazy(() => import('./own-drafts.tsx')),
  enquiries: lazy(() => import('./own-enquiries.tsx')),
}

/** A tab that only the member sees. The server renders a placeholder, because the page is the same for everybody. */
export function OwnPart({ user, tab }: { user: User; tab: OwnTab }) {
  const viewer = useSignedIn()
  const isSessionKnown = useIsSessionKnown()
  const Content = CONTENTS[tab]
  return (
    <section aria-labelledby="own-title" className={styles.profileList}>
      <h2 id="own-title" className="visuallyHidden">
        {TAB_LABELS[tab]}
      </h2>
      {!isSessionKnown ? (
        <>
          <noscript>
            <Notice>This list needs JavaScript.</Notice>
          </noscript>
          <OwnSkeleton tab={tab} />
        </>
      ) : viewer?.id === user.id ? (
        <Suspense fallback={<OwnSkeleton tab={tab} />}>
          <Content key={tab} userId={user.id} />
        </Suspense>
      ) : (
        <EmptyState
          level={3}
          title={
            <>
              Only <bdi>{memberName(user)}</bdi> can see this list
            </>
          }
          text={viewer ? undefined : 'Is this you? Sign in to see it.'}
          action={viewer ? undefined : <SignInLink className="btn">Sign in</SignInLink>}
        />
      )}
    </section>
  )
}

const OwnSkeleton = ({ tab }: { tab: OwnTab }) => <TopicRowsSkeleton rows={4} label={`Loading ${TAB_LABELS[tab].toLowerCase()}…`} />
