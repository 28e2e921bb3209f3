import type { AdminUser } from '#features/users/user-admin.client.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { parseTimestamp } from '#wording/dates.ts'
import { ShortDate } from '#ui/text/time.tsx'
import { NumberText } from '#ui/text/number-text.tsx'
import { UserBadges } from './user-marks.tsx'
import { showEmail } from '#platform/text/shown-email.client.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './users.module.css'

export const USER_COLUMNS: DataTableColumn<AdminUser>[] = [
  {
    key: 'user',
    header: 'User',
    sortKey: 'username',
    sortDirection: 'ascending',
    isTitle: true,
    cell: ({ id, username, displayName, avatarUrl, email, isDemo }) => (
      <span className={styles.userCell}>
        <Avatar id={id} name={displayName || username} src={avatarUrl} />
        <span>
          <b dir="auto">{username}</b> {isDemo && <DemoChip />}
          <small>{email ? showEmail(email) : 'No email'}</small>
        </span>
      </span>
    ),
  },
  { key: 'level', header: 'Level', align: 'right', cell: ({ level }) => level },
  {
    key: 'reputation',
    header: 'Reputation',
    align: 'right',
    sortKey: 'points',
    cell: ({ reputationPoints }) => (
      <>
        <NumberText value={reputationPoints ?? 0} /> pts
      </>
    ),
  },
  {
    key: 'active',
    header: 'Last Active',
    align: 'right',
    sortKey: 'active',
    cell: ({ lastActive }) => (parseTimestamp(lastActive) === undefined ? 'Never' : <ShortDate date={lastActive} />),
  },
  { key: 'role', header: 'Role', cell: (user) => <UserBadges user={user} /> },
]
