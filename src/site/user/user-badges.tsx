import { useQuery } from '@tanstack/react-query'
import { MemberBadge } from '#features/users/member-badge.tsx'
import { userBadgesQuery } from '#features/users/user.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { LongDate } from '#ui/text/time.tsx'
import * as styles from './user.module.css'

export function UserBadges({ id, name }: { id: string; name: string }) {
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
