/** Side panel that shows a user's details and the actions on the account. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { href } from 'react-router'
import { FactList, PanelSection, SidePanel } from '#admin/panel/side-panel.tsx'
import { siteQuery } from '#features/sites/site.client.ts'
import type { AdminUser } from '#features/users/user-admin.client.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Button } from '#ui/actions/button.tsx'
import { parseTimestamp } from '#wording/dates.ts'
import { ShortDate } from '#ui/text/time.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { UserEditor } from './edit-user.tsx'
import { UserActions } from './user-actions.tsx'
import { SuppressedAddress } from './suppressed-address.tsx'
import { UserBadges } from './user-marks.tsx'
import * as styles from './users.module.css'
import { showEmail } from '#platform/text/shown-email.client.ts'

interface UserPanelProps {
  user: AdminUser
  onChanged: (user: AdminUser) => void
  onClose: () => void
}

export function UserPanel({ user, onChanged, onClose }: UserPanelProps) {
  const [isEditing, setEditing] = useState(false)
  const stopEditing = () => setEditing(false)
  const onSaved = (changed: AdminUser) => {
    onChanged(changed)
    stopEditing()
  }
  // The panel stays mounted behind the form, so that focus returns to it when the form closes.
  return (
    <>
      <UserView user={user} onChanged={onChanged} onEdit={() => setEditing(true)} onClose={onClose} />
      {isEditing && <UserEditor user={user} onSaved={onSaved} onClose={stopEditing} />}
    </>
  )
}

function UserView({ user, onChanged, onEdit, onClose }: UserPanelProps & { onEdit: () => void }) {
  const { id, username, email, displayName, avatarUrl, isEmailConfirmed, level, reputationPoints, isAdmin, memberSince, lastActive } = user
  // Public profiles exist only while the userAccounts feature is on, and not for closed accounts.
  const hasProfile = useQuery(siteQuery()).data?.features.userAccounts !== false && user.state !== 'deleted'
  const { number } = useWording()
  return (
    <SidePanel title={displayName || username} onClose={onClose}>
      <div className={styles.userHead}>
        <Avatar id={id} name={displayName || username} src={avatarUrl} size="l" />
        <div>
          <UserBadges user={user} />
          {hasProfile && (
            <p className={styles.userWays}>
              <Link className={styles.userProfile} to={href('/user/:id', { id: String(id) })} target="_blank">
                Public profile
                <Icon name="external" />
                <span className="visuallyHidden"> (opens in a new tab)</span>
              </Link>
              <Button variant="quiet" size="s" onClick={onEdit}>
                <Icon name="edit" />
                Edit
              </Button>
            </p>
          )}
        </div>
      </div>
      <FactList
        facts={{
          Username: username,
          Email: email ? (
            <>
              <a href={`mailto:${email}`}>{showEmail(email)}</a> {!isEmailConfirmed && '(not confirmed)'}
            </>
          ) : (
            'None'
          ),
          Level: level,
          Reputation: `${number(reputationPoints ?? 0)} pts`,
          Role: isAdmin ? 'Admin' : 'User',
          Posts: number(user.posts ?? 0),
          Replies: number(user.replies ?? 0),
          Reviews: number(user.reviews ?? 0),
          Registered: parseTimestamp(memberSince) === undefined ? 'Unknown' : <ShortDate date={memberSince} />,
          'Last active': parseTimestamp(lastActive) === undefined ? 'Never' : <ShortDate date={lastActive} />,
          'Sign-in': describeSignIn(user),
        }}
      />
      {email && user.state !== 'deleted' && <SuppressedAddress email={email} />}
      {id === GUEST_ID ? (
        <Notice>All visitors who post without signing in share this account. You can turn guest posting on or off in the settings.</Notice>
      ) : user.state === 'deleted' ? (
        <Notice>This account is closed. Its posts stay, under the name “Deleted member”.</Notice>
      ) : (
        <PanelSection title="Actions">
          <UserActions key={id} user={user} onChanged={onChanged} onClosed={onClose} />
        </PanelSection>
      )}
    </SidePanel>
  )
}

function describeSignIn({ canSignIn, hasSecondFactor }: AdminUser): string {
  if (!canSignIn) return 'Not possible'
  return hasSecondFactor ? 'With password and second factor' : 'With password'
}
