import { mailLink } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'

/** Returns the site's origin, for the links in a mail that is written later; empty if unknown. */
export const originForMail = (ctx: Pick<Context, 'caller'>): string => mailLink(ctx, '/').slice(0, -1)
