/** Security notices on the site, in addition to the immediate mail: they are shown even if the mail is not delivered. */
import { sendNotices, originForMail } from '#features/notices/notice.service.ts'
import type { Context } from '#platform/contract/context.ts'

/**
 * Call in the transaction of the change. Also notifies the actor, whose session may be an attacker's.
 * @param about what changed, such as `password`; a new notice replaces an unread one about the same
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
