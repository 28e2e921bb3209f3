import type { UserListInput } from '#features/users/user-admin.client.ts'

/** What each role, state and order is called. */
export const ROLES = { admin: 'Administrators', user: 'Users' } as const satisfies Record<NonNullable<UserListInput['role']>, string>
export const STATES = { active: 'Active', restricted: 'Restricted', deleted: 'Closed' } as const satisfies Record<
  NonNullable<UserListInput['state']>,
  string
>
export const SORTS = { joined: 'Newest', username: 'Username', points: 'Reputation', active: 'Last active' } as const satisfies Record<
  NonNullable<UserListInput['sort']>,
  string
>
