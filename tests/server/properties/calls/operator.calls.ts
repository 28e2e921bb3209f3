/** Sample calls for the administration of mail, jobs, webhooks and tenant sites, and for reports from mail servers. */
import { createArchiveTicketEndpoint } from '#features/archive/archive.contract.ts'
import { claimEndpoint } from '#features/deployment/claims/claim.contract.ts'
import * as copies from '#features/deployment/copies/copies.contract.ts'
import { renewClaim } from '#features/deployment/copies/copies.service.ts'
import { launchEndpoint } from '#features/deployment/deployment.contract.ts'
import { checkLaunchedSiteDomainEndpoint, checkDomainEndpoint } from '#features/deployment/domain-proof/domain-proof.contract.ts'
import {
  checkInvitationEndpoint,
  createInvitationEndpoint,
  revokeInvitationEndpoint,
} from '#features/deployment/invitations/invitation.contract.ts'
import { answerLaunchQuestionEndpoint, changeLaunchSettingsEndpoint } from '#features/deployment/launch-settings.contract.ts'
import { HELD_UNTIL } from '#features/job-queue/held-jobs.policy.ts'
import * as jobs from '#features/job-queue/job-queue.contract.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { sendMailJob } from '#features/mail/mail-job.service.ts'
import { resendMailEndpoint } from '#features/mail/mail.contract.ts'
import { queueMail } from '#features/mail/mail.service.ts'
import { recordMailedAddress } from '#features/suppressions/mailed-address.service.ts'
import * as suppressions from '#features/suppressions/suppression.contract.ts'
import { setMailEventsToken, recordMailEvents } from '#features/suppressions/suppression.service.ts'
import { replayDeliveryEndpoint } from '#features/webhooks/delivery.contract.ts'
import * as webhooks from '#features/webhooks/webhook.contract.ts'
import { proofFor, REPORT } from '#tests/support/returned-mail.ts'
import { launchTenant, openTenant } from '../tenant.ts'
import { PASSWORD, type World } from '../world.ts'
import { writeCall, type WriteCall } from '../write-call.ts'

const TOKEN = 'a token of the provider'
const addressOf = (world: World): string => `${world.unique('recipient').replace(' ', '-')}@example.com`

/** Creates a mail that has failed permanently, without a job. @returns its id */
async function createFailedMail(world: World): Promise<number> {
  const to = addressOf(world)
  await queueMail(world.ctx, { to, subject: 'News', body: 'Of the week.' })
  const { id } = await world.db.selectFrom('mails').select('id').where('to_address', '=', to).executeTakeFirstOrThrow()
  await world.db.deleteFrom('queued_jobs').where('kind', '=', sendMailJob.name).where('unique_key', '=', String(id)).execute()
  await world.db.updateTable('mails').set({ attempts: 5 }).where('id', '=', id).execute()
  return id
}

/** Queues a job for later. @returns its id */
async function createJob(world: World, at = new Date(Date.now() + 86_400_000)): Promise<number> {
  const key = world.unique('job')
  await enqueueJob(world.ctx, sendMailJob, { mailId: 1_000_000 }, { key, at })
  const { id } = await world.db.selectFrom('queued_jobs').select('id').where('unique_key', '=', key).executeTakeFirstOrThrow()
  return id
}

const createHeldJob = (world: World): Promise<number> => createJob(world, new Date(HELD_UNTIL))

const mailCalls: WriteCall[] = [
  writeCall(resendMailEndpoint, 'admin', async (world) => ({ params: { id: await createFailedMail(world) } })),
  writeCall(suppressions.addSuppressionEndpoint, 'admin', (world) => ({ body: { address: addressOf(world), detail: 'Asked by phone' } })),
  writeCall(suppressions.removeSuppressionEndpoint, 'admin', async (world) => {
    const address = addressOf(world)
    await recordMailEvents(world.ctx, [{ type: 'bounce', address, detail: '' }])
    const { id } = await world.db.selectFrom('suppressions').select('id').where('address', '=', address).executeTakeFirstOrThrow()
    return { params: { id } }
  }),
  writeCall(suppressions.reportMailEventsEndpoint, 'visitor', async (world) => {
    setMailEventsToken(TOKEN)
    const types = ['bounce', 'soft', 'complaint'] as const
    const events = types.map((type) => ({ type, address: addressOf(world), detail: 'No such user' }))
    for (const { address } of events) await recordMailedAddress(world.ctx, address)
    return { query: { token: TOKEN }, body: { events } }
  }),
  writeCall(suppressions.reportReturnedMailEndpoint, 'visitor', async (world) => {
    setMailEventsToken(TOKEN)
    await world.db.deleteFrom('suppressions').where('address', '=', 'gone@example.org').execute()
    return { query: { token: TOKEN }, body: { message: REPORT('5.1.1', 'failed', proofFor('gone@example.org')) } }
  }),
  writeCall(jobs.retryJobEndpoint, 'admin', async (world) => ({ params: { id: await createJob(world) } })),
  writeCall(jobs.discardJobEndpoint, 'admin', async (world) => ({ params: { id: await createJob(world) } })),
  writeCall(jobs.resumeHeldJobsEndpoint, 'admin', async (world) => {
    await createHeldJob(world)
    return {}
  }),
  writeCall(jobs.discardHeldJobsEndpoint, 'admin', async (world) => {
    await createHeldJob(world)
    return {}
  }),
]

const DESCRIPTION = 'Created by a test'

/** Creates a webhook, which replaces that of the previous call, because a site can have at most ten. @returns its id */
async function createWebhook(world: World, cookie: string, isPaused = false): Promise<number> {
  await world.db.deleteFrom('webhooks').where('description', '=', DESCRIPTION).execute()
  const url = await world.webhookUrl()
  const body = { url, description: DESCRIPTION, events: ['topic.created'] }
  const { id } = await world.mustSend('POST', '/api/admin/webhooks', { cookie, body })
  if (isPaused) await world.mustSend('PATCH', `/api/admin/webhooks/${id}`, { cookie, body: { isPaused } })
  return id as number
}

const webhookCalls: WriteCall[] = [
  writeCall(webhooks.createWebhookEndpoint, 'admin', async (world) => {
    await world.db.deleteFrom('webhooks').where('description', '=', DESCRIPTION).execute()
    return {
      body: { url: `https://hooks.example.org/${crypto.randomUUID()}`, description: DESCRIPTION, events: ['topic.created' as const] },
    }
  }),
  writeCall(webhooks.changeWebhookEndpoint, 'admin', async (world, { cookie }) => ({
    params: { id: await createWebhook(world, cookie) },
    body: { url: 'https://hooks.example.org/changed', events: ['reply.created' as const] },
  })),
  writeCall(
    webhooks.changeWebhookEndpoint,
    'admin',
    async (world, { cookie }) => ({ params: { id: await createWebhook(world, cookie) }, body: { isPaused: true } }),
    'that pauses it',
  ),
  writeCall(
    webhooks.changeWebhookEndpoint,
    'admin',
    async (world, { cookie }) => ({ params: { id: await createWebhook(world, cookie, true) }, body: { isPaused: false } }),
    'that resumes it',
  ),
  writeCall(webhooks.deleteWebhookEndpoint, 'admin', async (world, { cookie }) => ({ params: { id: await createWebhook(world, cookie) } })),
  writeCall(webhooks.rotateWebhookSecretEndpoint, 'admin', async (world, { cookie }) => ({
    params: { id: await createWebhook(world, cookie) },
  })),
  writeCall(webhooks.testWebhookEndpoint, 'admin', async (world, { cookie }) => ({ params: { id: await createWebhook(world, cookie) } })),
  writeCall(replayDeliveryEndpoint, 'admin', async (world, { cookie }) => {
    const { id } = await world.mustSend('POST', `/api/admin/webhooks/${await createWebhook(world, cookie)}/test`, { cookie })
    return { params: { id } }
  }),
]

/** Resets the launch settings, so that the launch question is unanswered. */
async function resetLaunching(world: World): Promise<void> {
  await world.db.deleteFrom('settings').where('key', '=', 'isLaunchingAnswered').execute()
  Object.assign(world.site.settings, { isLaunchingAnswered: false })
}

async function createInvitation(world: World): Promise<{ id: number; token: string }> {
  const { cookie } = await world.createActor('admin')
  const { id, link } = await world.mustSend('POST', '/api/admin/launching/invitations', { cookie, body: { note: 'For Ann' } })
  return { id, token: link.split('invitation=')[1] }
}

const launchingCalls: WriteCall[] = [
  writeCall(launchEndpoint, 'visitor', (world) => ({ body: { siteName: world.unique('Launched site'), content: 'empty' as const } })),
  writeCall(changeLaunchSettingsEndpoint, 'admin', (world) => ({
    body: { launching: 'everyone' as const, mostCopies: world.site.settings.mostCopies + 1 },
  })),
  writeCall(answerLaunchQuestionEndpoint, 'admin', async (world) => {
    await resetLaunching(world)
    return { body: { answer: 'open' as const } }
  }),
  writeCall(createInvitationEndpoint, 'admin', () => ({ body: { note: 'For Ann', maxUses: 2, days: 7 } })),
  writeCall(revokeInvitationEndpoint, 'admin', async (world) => ({ params: { id: (await createInvitation(world)).id } })),
  writeCall(checkInvitationEndpoint, 'visitor', async (world) => ({ body: { token: (await createInvitation(world)).token } })),
  writeCall(claimEndpoint, 'visitor', async (world) => {
    const { host, db, site } = await openTenant(world)
    const { claimToken, claimUntil } = await renewClaim(db)
    site.settings.claimUntil = claimUntil
    const username = world.unique('owner').replace(' ', '-')
    return { host, body: { token: claimToken, username, email: `${username}@example.com`, password: PASSWORD } }
  }),
  writeCall(createArchiveTicketEndpoint, 'admin', () => ({ body: { password: PASSWORD } })),
]

let domainCount = 0
/** Sets a unique custom domain that a tenant site has requested. */
async function requestDomain(world: World): Promise<{ host: string; launchId: number; cookie: string }> {
  const { host, launchId, createAdminCookie } = await openTenant(world)
  domainCount += 1
  const domain = `street-${domainCount}.example.net`
  await world.db
    .updateTable('launches')
    .set({ wanted_domain: domain, domain_token: crypto.randomUUID(), domain_name: null })
    .where('id', '=', launchId)
    .execute()
  return { host, launchId, cookie: await createAdminCookie() }
}

const tenantCalls: WriteCall[] = [
  writeCall(copies.suspendLaunchedSiteEndpoint, 'admin', async (world) => {
    const { launchId: id } = await launchTenant(world)
    return { params: { id } }
  }),
  writeCall(copies.resumeLaunchedSiteEndpoint, 'admin', async (world, { cookie }) => {
    const { launchId: id } = await launchTenant(world)
    await world.mustSend('POST', `/api/admin/sites/${id}/suspend`, { cookie })
    return { params: { id } }
  }),
  writeCall(copies.deleteLaunchedSiteEndpoint, 'admin', async (world) => {
    const { launchId: id, name } = await launchTenant(world)
    return { params: { id }, body: { name } }
  }),
  writeCall(copies.changeLaunchedSiteQuotasEndpoint, 'admin', async (world) => ({
    params: { id: (await openTenant(world)).launchId },
    body: { rows: 10_000 + Math.floor(Math.random() * 10_000), mails: 50 },
  })),
  writeCall(copies.changeLaunchedSiteNewsletterEndpoint, 'admin', async (world) => {
    const { launchId: id } = await openTenant(world)
    await world.db.deleteFrom('bulk_mail_permissions').where('launch_id', '=', id).execute()
    return { params: { id }, body: { isAllowed: true } }
  }),
  writeCall(checkDomainEndpoint, 'admin', async (world) => {
    const { host, cookie } = await requestDomain(world)
    return { host, cookie }
  }),
  writeCall(checkLaunchedSiteDomainEndpoint, 'admin', async (world) => ({ params: { id: (await requestDomain(world)).launchId } })),
]

export const operatorCalls: WriteCall[] = [...mailCalls, ...webhookCalls, ...launchingCalls, ...tenantCalls]
