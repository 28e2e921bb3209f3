import { GUEST_ID, type User } from '#features/users/user.client.ts'
import { WatchButton } from '#features/watches/watch-button.tsx'
import { OwnMuteButton } from '#site/account/own-mutes.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { LongDate, RelativeTime } from '#ui/text/time.tsx'
import { OwnProfileLink } from './own-profile-link.tsx'
import { ReportProfile } from './report-profile.tsx'
import { UserStanding } from './user-standing.tsx'
import { memberName } from './user-tab.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { DemoNote } from '#site/shell/demo-note.tsx'
import * as styles from './user.module.css'

/** Header of the profile: picture, name, dates and level. */
export function UserOpening({ user }: { user: User }) {
  const { features } = useSite()
  return (
    <header className={styles.profileOpen}>
      <Avatar id={user.id} name={user.displayName || user.username} src={user.avatarUrl} size="l" className={styles.profileFace} />
      <div className={styles.profileName}>
        <h1 dir="auto">{memberName(user)}</h1>
        {user.username && (
          <p className={styles.profileHandle}>
            @{user.username} {user.isDemo && <DemoChip />}
          </p>
        )}
        {user.isDemo && <DemoNote text="This member is invented." />}
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
        <div className={styles.profileActions}>
          <OwnProfileLink id={user.id} />
          {features.forums && user.id !== GUEST_ID && <WatchButton kind="user" id={user.id} />}
          <ReportProfile id={user.id} name={memberName(user)} />
          <OwnMuteButton userId={user.id} name={memberName(user)} />
        </div>
      </div>
      <UserStanding user={user} />
    </header>
  )
}
