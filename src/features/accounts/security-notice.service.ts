/** Sends security notices on the site, in addition to the mail, which may not be delivered. */
import { sendNotices, originForMail } from '#features/notices/notice.service.ts'
import type { Context } from '#platform/contract/context.ts'

/**
 * Notifies the member, even of own changes, because the session may be an attacker's. Call in the transaction of the change.
 * @param about the subject, such as `password`; a new notice replaces an unread one with the same subject
 */
export const sendSecurityNotice = (
  ctx: Pick<Context, 'db' | 'caller'>,
  userId: number,
  about: string,
  title: string,
  path = '/account?tab=security',
): Promise<void> =>
  sendNotices(ctx, [
    {
      userId,
      kind: 'security',
      about: `account:${about}`,
      title,
      path,
      origin: originForMail(ctx),
      actorId: null,
      firstItem: 0,
      lastItem: 0,
      items: 1,
      isMailed: true,
    },
  ])
