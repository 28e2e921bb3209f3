import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { MemberSlot } from '#features/accounts/sessions/member-slot.tsx'
import { parseContributions } from '#features/users/contribution.policy.ts'
import { LEVEL_THRESHOLDS, levelProgress } from '#features/users/level.policy.ts'
import { MemberBadge } from '#features/users/member-badge.tsx'
import { userBadgesQuery, userQuery, type User } from '#features/users/user.client.ts'
import { failureReason } from '#platform/api.client.ts'
import { Meta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { profileData } from '#site/structured-data/profile.data.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LongDate, RelativeTime } from '#ui/time.tsx'
import { useWording } from '#ui/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { OwnProfileLink } from './own-profile-link.tsx'
import * as styles from './user.module.css'

export default function UserPage() {
  const { id = '' } = useParams()
  const user = useQuery(userQuery(id))
  const { features } = useSite()

  if (user.isPending) return <Waiting />
  if (user.isError) {
    const missing = user.error.status === 404 || user.error.status === 400
    return (
      <div className="container">
        <Meta title={missing ? 'User not found' : 'Profile'} noIndex />
        {missing ? (
          <EmptyState
            level={1}
            art={<img src="/art/scenes/not-found.svg" alt="" width={320} height={224} />}
            title="User not found"
            text="There is no member with this number."
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
      <Meta
        title={name}
        description={`${name}: level, badges and contributions.`}
        canonical={paths.user(user.id)}
        share={{ kind: 'user', key: user.id }}
        kind="profile"
        facts={{ 'profile:username': user.username }}
        noIndex={!profile}
      />
      {profile && <StructuredData things={[profile]} />}
      <header className={styles.profileOpen}>
        <Avatar id={user.id} name={user.displayName || user.username} src={user.avatarUrl} size="l" className={styles.profileFace} />
        <div className={styles.profileName}>
          <h1>{name}</h1>
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
          <MemberSlot name="own-profile" about={user.id}>
            <OwnProfileLink id={user.id} />
          </MemberSlot>
        </div>
        <Standing user={user} />
      </header>
      <Contributions user={user} />
      <Badges id={String(user.id)} name={name} />
    </div>
  )
}

/** Level, points and the way to the next level. */
function Standing({ user: { level, reputationPoints } }: { user: User }) {
  const { number, count, nounFor } = useWording()
  const next = LEVEL_THRESHOLDS[level]
  const missing = Math.max(0, (next ?? 0) - reputationPoints)
  return (
    <section className={styles.standing} aria-labelledby="standing-title">
      <div className={styles.standingFigures}>
        <h2 id="standing-title">
          Level <b className="num">{level}</b>
        </h2>
        <p>
          <b className="num">{number(reputationPoints)}</b> reputation {nounFor(reputationPoints, NOUNS.point)}
        </p>
      </div>
      <Progress value={levelProgress(level, reputationPoints)} label={`Progress of level ${level}`} />
      <p className={styles.standingNext}>
        <span>{Math.round(levelProgress(level, reputationPoints))}%</span>
        <span>{next === undefined ? 'The highest level' : `${count(missing, NOUNS.point)} to level ${level + 1}`}</span>
      </p>
    </section>
  )
}

function Contributions({ user }: { user: User }) {
  const { posts, replies, reviews, upvotes, downvotes } = parseContributions(user.contributions)
  const { features } = useSite()
  const { number } = useWording()
  const all: [label: string, count: number, on: boolean][] = [
    ['Posts', posts, features.forums],
    ['Replies', replies, features.forums],
    ['Reviews', reviews, features.products],
    ['Upvotes', upvotes, features.userAccounts],
    ['Downvotes', downvotes, features.userAccounts],
  ]
  const counts = all.filter(([, , on]) => on)
  if (counts.length === 0) return null
  return (
    <section aria-labelledby="contributions-title" className={styles.profilePart}>
      <h2 id="contributions-title">Contributions</h2>
      <dl className={styles.contributions}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{number(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Badges({ id, name }: { id: string; name: string }) {
  const badges = useQuery(userBadgesQuery(id))
  return (
    <section aria-labelledby="badges-title" className={styles.profilePart}>
      <h2 id="badges-title">Badges</h2>
      {badges.isPending && <Skeleton className={styles.badgesWaiting} />}
      {badges.isError && (
        <p className={styles.profileNote} role="alert">
          The badges could not be loaded.{' '}
          <Button variant="quiet" size="s" onClick={() => void badges.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {badges.isSuccess && badges.data.items.length === 0 && <p className={styles.profileNote}>{name} has no badges yet.</p>}
      {badges.isSuccess && badges.data.items.length > 0 && (
        <ul className={styles.profileBadges}>
          {badges.data.items.map(({ badge, earnedAt }) => (
            <li key={badge.id}>
              <MemberBadge name={badge.name} level={badge.level} />
              <span className="meta">
                <LongDate date={earnedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Waiting() {
  return (
    <div className={`container ${styles.profile}`} aria-busy="true">
      <Meta title="Profile" />
      <p className="visuallyHidden" role="status">
        Loading profile…
      </p>
      <div className={styles.profileOpen}>
        <Skeleton className={`${styles.profileFace} ${styles.profileFaceWaiting}`} />
        <div className={`${styles.profileName} ${styles.profileNameWaiting}`}>
          <Skeleton className={styles.lineXl} />
          <Skeleton />
          <Skeleton />
        </div>
        <Skeleton className={styles.standingWaiting} />
      </div>
      <div className={styles.profilePart}>
        <Skeleton className={styles.contributionsWaiting} />
      </div>
    </div>
  )
}
