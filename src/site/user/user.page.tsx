import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { userQuery, type User } from '#features/users/user.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { parsePage } from '#site/page-number.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { profileData } from '#site/structured-data/profile.data.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { UserOpening } from './user-opening.tsx'
import { UserContributions } from './user-contributions.tsx'
import { UserBadges } from './user-badges.tsx'
import { UserPosts } from './user-posts.tsx'
import { isOwnTab, isPostTab, memberName, parseUserTab, TAB_LABELS, userTabPath } from './user-tab.ts'
import { UserTabs } from './user-tabs.tsx'
import { OwnPart } from './own/own-part.tsx'
import { UserSkeleton } from './user-skeleton.tsx'
import * as styles from './user.module.css'

export default function UserPage() {
  const { id = '' } = useParams()
  const user = useQuery(userQuery(id))
  const { features } = useSite()

  if (user.isPending) return <UserSkeleton />
  if (user.isError) {
    const isMissing = user.error.status === 404 || user.error.status === 400
    return (
      <div className="container">
        <PageMeta title={isMissing ? 'User not found' : 'Profile'} noIndex />
        {isMissing ? (
          <EmptyState
            level={1}
            art={<img src="/art/scenes/not-found.svg" alt="" width={320} height={224} />}
            title="User not found"
            text="This member does not exist."
            action={
              features.forums ? (
                <ButtonLink to={paths.forum()}>Go to the forum</ButtonLink>
              ) : (
                <ButtonLink to={paths.home()}>Return Home</ButtonLink>
              )
            }
          />
        ) : (
          <ErrorState
            level={1}
            title="This profile could not be loaded"
            text={failureReason(user.error)}
            action={<Button onClick={() => void user.refetch()}>Try again</Button>}
          />
        )}
      </div>
    )
  }
  return <Profile user={user.data} />
}

function Profile({ user }: { user: User }) {
  const [searchParams] = useSearchParams()
  const { features } = useSite()
  const name = memberName(user)
  const tab = parseUserTab(searchParams, features)
  const page = isPostTab(tab) ? parsePage(searchParams) : 1
  const profile = profileData(usePageLocation(), user)
  return (
    <div className={`container ${styles.profile}`}>
      <PageMeta
        title={tab === 'overview' ? name : `${name}: ${TAB_LABELS[tab]}${page > 1 ? `, page ${page}` : ''}`}
        description={`${name}: level, badges and contributions.`}
        canonical={userTabPath(user.id, tab, page)}
        share={{ kind: 'user', key: user.id }}
        kind="profile"
        facts={{ 'profile:username': user.username }}
        noIndex={(!profile && !user.isDemo) || isOwnTab(tab)}
        isDemo={user.isDemo}
      />
      {profile && tab === 'overview' && <StructuredData things={import.meta.env.SSR && [profile]} />}
      <UserOpening user={user} />
      <UserTabs user={user} current={tab} />
      {tab === 'overview' && (
        <>
          <UserContributions user={user} />
          <UserBadges id={String(user.id)} name={name} />
        </>
      )}
      {isPostTab(tab) && <UserPosts user={user} tab={tab} page={page} />}
      {isOwnTab(tab) && <OwnPart user={user} tab={tab} />}
    </div>
  )
}
