/** Notices about the safety of an account, beside the mail that is sent at once. They are shown even when no mail reaches the mailbox. */
import { sendNotices, originForMail } from '#features/notices/notice.service.ts'
import type { Context } from '#platform/contract/context.ts'

/**
 * Call it in the transaction of the change. The person who is signed in is notified too: it may be an attacker's session.
 * @param about what has changed, `password`: while one about it is unread, another takes its place
 */
export const mailSecurityNotice = (
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
