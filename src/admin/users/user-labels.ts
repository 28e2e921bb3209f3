import type { UserListInput } from '#features/users/user-admin.client.ts'

export const ROLE_LABELS = { admin: 'Administrators', user: 'Users' } as const satisfies Record<NonNullable<UserListInput['role']>, string>
export const USER_STATE_LABELS = { active: 'Active', restricted: 'Restricted', deleted: 'Closed' } as const satisfies Record<
  NonNullable<UserListInput['state']>,
  string
>
export const USER_SORT_LABELS = {
  joined: 'Newest',
  username: 'Username',
  points: 'Reputation',
  active: 'Last active',
} as const satisfies Record<NonNullable<UserListInput['sort']>, string>
