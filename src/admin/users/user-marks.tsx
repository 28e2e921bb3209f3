import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import type { AdminUser } from '#features/users/user-admin.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import * as styles from './users.module.css'

/** Renders badges for a user's role, for a restricted or closed account, and for the administrator's own account ("You"). */
export function UserBadges({ user: { id, isAdmin, state } }: { user: AdminUser }) {
  const isSelf = useSignedIn()?.id === id
  return (
    <span className={styles.userMarks}>
      <Badge variant={isAdmin ? 'default' : 'secondary'}>{isAdmin ? 'Admin' : 'User'}</Badge>
      {state === 'restricted' && <Badge variant="destructive">Restricted</Badge>}
      {state === 'deleted' && <Badge variant="outline">Closed</Badge>}
      {isSelf && <Badge variant="outline">You</Badge>}
    </span>
  )
}
