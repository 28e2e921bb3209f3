/** SQL expressions that recognise demo content: the invented accounts and what they have posted. */
import { sql, type RawBuilder } from 'kysely'

/** An expression that is a boolean on PostgreSQL and a number on SQLite; convert its value with `Boolean`. */
export type SqlFlag = RawBuilder<boolean | number>

/**
 * Whether the account is invented. A demo account that has a password or administrator rights is in use by a real person, and a closed one has
 * no profile.
 * @param users alias of the table `users`
 */
export const isDemoAccount = (users = 'u'): SqlFlag => {
  const column = (name: string) => sql.ref(`${users}.${name}`)
  return sql`(${column('is_demo')} and ${column('password_hash')} is null and not ${column('is_admin')} and ${column('deleted_at')} is null)`
}

/**
 * Whether a post is marked as demo content or was posted by a demo account. The query joins the author.
 * @param posts alias of the table of the post
 */
export const isDemoPost = (posts: string, users = 'u'): SqlFlag =>
  sql`(${sql.ref(`${posts}.is_demo`)} or coalesce(${isDemoAccount(users)}, false))`
