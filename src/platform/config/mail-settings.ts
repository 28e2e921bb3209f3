/** Settings of outgoing mail. */
import { SENDER_PATTERN } from './config-values.ts'
import { defineSetting, wholeSetting } from './setting.ts'
import { z } from '#platform/contract/zod.ts'

export const MAIL_SETTINGS = {
  SMTP_URL: defineSetting(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'smtp://user:password@host:port',
    'The server that sends mail; without it mail is kept in the outbox.',
  ),
  MAIL_FROM: defineSetting(
    z.string().max(320).regex(SENDER_PATTERN).optional(),
    'a sender such as Net Zero <post@example.org>',
    'Who mail comes from; without it the site’s name at its host.',
  ),
  MAIL_BUDGET_PER_DAY: wholeSetting(
    20_000,
    [0, 100_000_000],
    'a number',
    'Mails that all sites together send in a day (UTC); the others wait. Copies together send at most half. 0: no limit.',
  ),
  ABUSE_CONTACT: defineSetting(
    z.email().max(254).optional(),
    'an email address such as abuse@example.org',
    'Where readers report abuse; mails of launched copies name it.',
  ),
}
