/** Declares the settings for outgoing mail. */
import { SENDER_PATTERN } from './config-values.ts'
import { defineSetting, wholeSetting } from './setting.ts'
import { z } from '#platform/contract/zod.ts'

export const MAIL_SETTINGS = {
  SMTP_URL: defineSetting(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'smtp://user:password@host:port',
    'The SMTP server; without it mail is stored in the outbox and not sent.',
  ),
  MAIL_FROM: defineSetting(
    z.string().max(320).regex(SENDER_PATTERN).optional(),
    'a sender such as Net Zero <post@example.org>',
    'The sender of mail; without it the site’s name at its host.',
  ),
  MAIL_BUDGET_PER_DAY: wholeSetting(
    20_000,
    [0, 100_000_000],
    'a number',
    'Maximum number of mails of all sites per day (UTC); further ones wait. Copies may use half of it together. 0: no limit.',
  ),
  ABUSE_CONTACT: defineSetting(
    z.email().max(254).optional(),
    'an email address such as abuse@example.org',
    'The contact for reports of abuse, named in mails of launched copies.',
  ),
}
