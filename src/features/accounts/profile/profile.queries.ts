import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { OwnAccount } from '#features/accounts/account.contract.ts'

type DbContext = Pick<Context, 'db'>

/** Changes to a profile. Absent fields are not changed; an empty string removes the display name or the avatar. */
export interface Profile {
  displayName?: string | undefined
  avatarUrl?: string | undefined
  /** The new email. It also removes the unconfirmed one. */
  email?: string | undefined
  /** When the new `email` was confirmed. If absent, a changed `email` is stored, but counts as unconfirmed. */
  emailProvedAt?: string | undefined
  /** The email to confirm; `null` removes it. */
  unconfirmedEmail?: string | null | undefined
}

/** Updates the profile and the `search_text` that is derived from it. */
export async function updateProfile({ db }: DbContext, id: number, profile: Profile): Promise<void> {
  const { displayName, avatarUrl, email, emailProvedAt, unconfirmedEmail } = profile
  const row = await db
    .selectFrom('users')
    .select(['username', 'email', 'email_proved_at', 'unconfirmed_email', 'display_name', 'avatar_url'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (displayName !== undefined) row.display_name = displayName || null
  if (avatarUrl !== undefined) row.avatar_url = avatarUrl || null
  if (unconfirmedEmail !== undefined) row.unconfirmed_email = unconfirmedEmail?.toLowerCase() ?? null
  if (email !== undefined) {
    const isSameEmail = email.toLowerCase() === row.email
    Object.assign(row, { email: email.toLowerCase(), unconfirmed_email: null })
    row.email_proved_at = emailProvedAt ?? (isSameEmail ? row.email_proved_at : null)
  }
  const { username, ...columns } = row
  await db
    .updateTable('users')
    .set({ ...columns, search_text: foldText(username, row.email, row.unconfirmed_email, row.display_name) })
    .where('id', '=', id)
    .execute()
}

export async function findOwnAccount({ db }: DbContext, id: number): Promise<Omit<OwnAccount, 'mailProblem'> | undefined> {
  const row = await db
    .selectFrom('users as u')
    .select((eb) => [
      'u.id',
      'u.username',
      'u.email',
      'u.unconfirmed_email as unconfirmedEmail',
      'u.display_name as displayName',
      'u.avatar_url as avatarUrl',
      'u.is_admin as isAdmin',
      'u.member_since as memberSince',
      'u.restricted_at',
      'u.totp_since',
      'u.passkey_since',
      eb
        .selectFrom('recovery_codes as c')
        .select((sub) => sub.fn.countAll<number>().as('n'))
        .whereRef('c.user_id', '=', 'u.id')
        .as('recoveryCodesLeft'),
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { restricted_at, totp_since, passkey_since, recoveryCodesLeft, ...account } = row
  return {
    ...account,
    isRestricted: restricted_at !== null,
    hasSecondFactor: totp_since !== null || passkey_since !== null,
    hasOneTimeCodes: totp_since !== null,
    asksPasskeyAfterPassword: passkey_since !== null,
    recoveryCodesLeft: recoveryCodesLeft ?? 0,
  }
}
