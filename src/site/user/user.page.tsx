import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { userQuery, type User } from '#features/users/user.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { profileData } from '#site/structured-data/profile.data.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { LongDate, RelativeTime } from '#ui/text/time.tsx'
import { OwnMuteButton } from '#site/account/own-mutes.tsx'
import { OwnProfileLink } from './own-profile-link.tsx'
import { ReportProfile } from './report-profile.tsx'
import { UserStanding } from './user-standing.tsx'
import { UserContributions } from './user-contributions.tsx'
import { UserBadges } from './user-badges.tsx'
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
  const name = user.displayName || user.username || 'Unknown User'
  const profile = profileData(usePageLocation(), user)
  return (
    <div className={`container ${styles.profile}`}>
      <PageMeta
        title={name}
        description={`${name}: level, badges and contributions.`}
        canonical={paths.user(user.id)}
        share={{ kind: 'user', key: user.id }}
        kind="profile"
        facts={{ 'profile:username': user.username }}
        noIndex={!profile}
      />
      {profile && <StructuredData things={import.meta.env.SSR && [profile]} />}
      <header className={styles.profileOpen}>
        <Avatar id={user.id} name={user.displayName || user.username} src={user.avatarUrl} size="l" className={styles.profileFace} />
        <div className={styles.profileName}>
          <h1 dir="auto">{name}</h1>
          {user.username && <p className={styles.profileHandle}>@{user.username}</p>}
          <dl className={styles.profileDates}>
            <div>
              <dt>Member since</dt>
              <dd>
                <LongDate date={user.memberSince} />
              </dd>
            </div>
            <div>
              <dt>Last active</dt>
              <dd>{user.lastActive ? <RelativeTime date={user.lastActive} kind="forum" /> : 'Never'}</dd>
            </div>
          </dl>
          <OwnProfileLink id={user.id} />
          <ReportProfile id={user.id} name={name} />
          <OwnMuteButton userId={user.id} name={name} className={styles.profileMute} />
        </div>
        <UserStanding user={user} />
      </header>
      <UserContributions user={user} />
      <UserBadges id={String(user.id)} name={name} />
    </div>
  )
}
