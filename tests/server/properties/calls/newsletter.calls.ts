/** Sample calls for the newsletter: subscribers, issues, and the permission of a tenant site to send it. */
import { requestBulkMailEndpoint } from '#features/bulk-mail/bulk-mail.contract.ts'
import { importSubscribersEndpoint } from '#features/newsletter/imports/import.contract.ts'
import { changePreferencesEndpoint } from '#features/newsletter/interests/interest.contract.ts'
import * as issues from '#features/newsletter/issues/issue.contract.ts'
import type { IssueState } from '#features/newsletter/newsletter.context.ts'
import {
  confirmSubscriptionEndpoint,
  oneClickUnsubscribeEndpoint,
  subscribeEndpoint,
  unsubscribeEndpoint,
} from '#features/newsletter/newsletter.contract.ts'
import { removeSubscriberEndpoint } from '#features/newsletter/subscriber.contract.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import { openTenant } from '../tenant.ts'
import type { World } from '../world.ts'

const createEmail = (world: World): string => `${world.unique('reader').replace(' ', '-')}@example.com`

/** Creates an unconfirmed subscriber. @returns the keys from the confirmation mail */
async function createUnconfirmedSubscriber(world: World) {
  const email = createEmail(world)
  await world.mustSend('POST', '/api/newsletter', { body: { email } })
  const mail = await world.newestMailTo(email)
  const keyFor = (page: string) => new RegExp(`/newsletter/${page}\\?key=([\\w-]{43})`).exec(mail)?.[1] ?? ''
  return { email, confirmKey: keyFor('confirm'), leaveKey: keyFor('unsubscribe') }
}

async function createSubscriber(world: World) {
  const reader = await createUnconfirmedSubscriber(world)
  await world.mustSend('POST', '/api/newsletter/confirm', { body: { token: reader.confirmKey } })
  const { id } = await world.db.selectFrom('subscribers').select('id').where('email', '=', reader.email).executeTakeFirstOrThrow()
  return { ...reader, id }
}

/** Creates a newsletter issue in a given state. */
async function createIssue(world: World, state: IssueState = 'draft'): Promise<number> {
  const now = new Date().toISOString()
  const { id } = await world.db
    .insertInto('newsletter_issues')
    .values({
      subject: world.unique('Issue'),
      intro: 'Hello **all**.',
      entries: '[]',
      audience: '[]',
      rate: 60,
      state,
      origin: null,
      html: null,
      plain: null,
      link_mark: null,
      created_at: now,
      changed_at: now,
      scheduled_at: null,
      started_at: null,
      listed_at: null,
      finished_at: null,
      last_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const entries = [{ kind: 'article' as const, title: 'Winter range', text: 'It holds.', path: '/articles/winter-range' }]

const readerCalls: WriteCall[] = [
  writeCall(subscribeEndpoint, 'visitor', (world) => ({ body: { email: createEmail(world), page: '/articles' } })),
  writeCall(
    subscribeEndpoint,
    'visitor',
    async (world) => ({ body: { email: (await createSubscriber(world)).email } }),
    'with an email address that is already subscribed',
  ),
  writeCall(confirmSubscriptionEndpoint, 'visitor', async (world) => ({
    body: { token: (await createUnconfirmedSubscriber(world)).confirmKey },
  })),
  writeCall(unsubscribeEndpoint, 'visitor', async (world) => ({ body: { token: (await createSubscriber(world)).leaveKey } })),
  writeCall(oneClickUnsubscribeEndpoint, 'visitor', async (world) => ({ body: { key: (await createSubscriber(world)).leaveKey } })),
  writeCall(changePreferencesEndpoint, 'visitor', async (world) => ({
    body: { token: (await createSubscriber(world)).leaveKey, interests: [1, 2] },
  })),
  writeCall(removeSubscriberEndpoint, 'admin', async (world) => ({ params: { id: (await createSubscriber(world)).id } })),
  writeCall(importSubscribersEndpoint, 'admin', (world) => ({
    body: { text: `email\n${createEmail(world)}\n${createEmail(world)}\n`, source: 'Fair in Bath', date: '2026-03-01', isTrial: false },
  })),
  writeCall(
    importSubscribersEndpoint,
    'admin',
    (world) => ({ body: { text: `email\n${createEmail(world)}\n`, source: 'Fair in Bath', date: '2026-03-01', isTrial: true } }),
    'as a dry run',
  ),
  writeCall(requestBulkMailEndpoint, 'admin', async (world) => {
    const tenant = await openTenant(world)
    await world.db.deleteFrom('bulk_mail_permissions').where('launch_id', '=', tenant.launchId).execute()
    return { host: tenant.host, cookie: await tenant.createAdminCookie() }
  }),
]

const issueCalls: WriteCall[] = [
  writeCall(issues.draftIssueEndpoint, 'admin', () => ({ body: { fromActivity: true } })),
  writeCall(issues.draftIssueEndpoint, 'admin', () => ({ body: { fromActivity: false } }), 'that is blank'),
  writeCall(issues.changeIssueEndpoint, 'admin', async (world) => ({
    params: { id: await createIssue(world) },
    body: { subject: world.unique('Changed issue'), entries, audience: [1], rate: 120 },
  })),
  writeCall(
    issues.changeIssueEndpoint,
    'admin',
    async (world) => ({ params: { id: await createIssue(world, 'sending') }, body: { rate: 120 } }),
    'that sets the rate while it is sent',
  ),
  writeCall(issues.deleteIssueEndpoint, 'admin', async (world) => ({ params: { id: await createIssue(world) } })),
  writeCall(issues.previewIssueEndpoint, 'admin', () => ({ body: { subject: 'June', intro: 'Hello **all**.', entries } })),
  writeCall(issues.testIssueEndpoint, 'admin', async (world) => ({ params: { id: await createIssue(world) } })),
  writeCall(issues.sendIssueEndpoint, 'admin', async (world) => ({ params: { id: await createIssue(world) }, body: {} })),
  writeCall(
    issues.sendIssueEndpoint,
    'admin',
    async (world) => ({ params: { id: await createIssue(world) }, body: { at: '2999-01-01T00:00:00.000Z' } }),
    'at a later time',
  ),
  writeCall(issues.unscheduleIssueEndpoint, 'admin', async (world, { cookie }) => {
    const id = await createIssue(world)
    await world.mustSend('POST', `/api/admin/newsletter/issues/${id}/send`, { cookie, body: { at: '2999-01-01T00:00:00.000Z' } })
    return { params: { id } }
  }),
  writeCall(issues.pauseIssueEndpoint, 'admin', async (world) => ({ params: { id: await createIssue(world, 'sending') } })),
  writeCall(issues.resumeIssueEndpoint, 'admin', async (world) => ({ params: { id: await createIssue(world, 'paused') } })),
]

export const newsletterCalls: WriteCall[] = [...readerCalls, ...issueCalls]
