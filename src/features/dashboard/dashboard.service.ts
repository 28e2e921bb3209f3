import { findBackupState, type BackupState } from '#features/backups/scheduled-backup.service.ts'
import { countPressingFigures } from '#features/figures/figure-editing.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/context.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatCount } from '#wording/counts.ts'
import { listLatestActivity } from './activity.queries.ts'
import { DASHBOARD_COUNTS, SPARKLINE_DAYS, type Attention, type DashboardCount, type Dashboard } from './dashboard.contract.ts'
import * as queries from './dashboard.queries.ts'

const ACTIVITIES = 8
const DAY_MS = 86_400_000

/** Everything is counted now: nothing on this page is older than the page. */
export async function getDashboard(ctx: Context, now = Date.now()): Promise<Dashboard> {
  const [counted, waiting, activity, backup, pressingFigures] = await Promise.all([
    queries.countDashboard(ctx, edgesOfDays(now)),
    queries.listAttentionItems(ctx, new Date(now - DAY_MS).toISOString()),
    listLatestActivity(ctx, ctx.site.settings.features, ACTIVITIES, GUEST_ID),
    findBackupState(ctx, now),
    countPressingFigures(ctx),
  ])
  const { products, articles, forums } = ctx.site.settings.features
  const isOn = { products, articles, forums, enquiries: products, users: true }
  const counts = DASHBOARD_COUNTS.filter((name) => isOn[name]).map((name): DashboardCount => {
    const { total, perDay } = counted[name]
    return { name, total, recent: perDay.reduce((sum, n) => sum + n, 0), perDay }
  })
  return { counts, attention: attentionOf(ctx, { ...waiting, pressingFigures }, backup), activity, backup }
}

/** The midnights (UTC) between which the last thirty days lie, today the last. */
const edgesOfDays = (now: number): string[] =>
  Array.from(
    { length: SPARKLINE_DAYS + 1 },
    (_, at) => `${new Date(now - (SPARKLINE_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`,
  )

/** What waits for a person, the customers first. What there is none of, or is switched off, is left out. */
function attentionOf(
  { site, viewer }: Context,
  {
    enquiries,
    posts,
    evidence,
    mails,
    webhooks,
    drafts,
    fullCopies,
    pressingFigures,
  }: queries.AttentionItems & { pressingFigures: number },
  backup: BackupState | null,
): Attention[] {
  const { features, demoContent, enquiryEmail, language } = site.settings
  const settings = '/admin/settings'
  const all: (Attention & { when: boolean })[] = [
    {
      kind: 'enquiries',
      when: features.products,
      ...enquiries,
      text: formatCount(enquiries.count, ADMIN_NOUNS.enquiryWaits, language),
      to: '/admin/enquiries?status=new',
    },
    {
      kind: 'waiting-posts',
      when: features.forums,
      ...posts,
      text: formatCount(posts.count, ADMIN_NOUNS.postWaits, language),
      to: '/admin/forums?status=waiting',
    },
    {
      kind: 'review-evidence',
      when: features.products,
      ...evidence,
      text: formatCount(evidence.count, ADMIN_NOUNS.proofWaits, language),
      to: '/admin/reviews',
    },
    {
      kind: 'failed-mail',
      when: true,
      ...mails,
      text: formatCount(mails.count, ADMIN_NOUNS.mailFailed, language),
      to: '/admin/mail',
    },
    {
      kind: 'webhooks-paused',
      when: true,
      ...webhooks,
      text: formatCount(webhooks.count, ADMIN_NOUNS.webhookIsPaused, language),
      to: '/admin/webhooks',
    },
    {
      kind: 'copies-full',
      when: true,
      ...fullCopies,
      text: formatCount(fullCopies.count, ADMIN_NOUNS.copyIsFull, language),
      to: '/admin/sites',
    },
    {
      kind: 'backup-failed',
      when: backup?.lastFailure != null,
      count: 1,
      since: null,
      text: 'The last backup failed',
      to: '/admin#backups',
    },
    {
      kind: 'figures-due',
      when: true,
      count: pressingFigures,
      since: null,
      text: formatCount(pressingFigures, ADMIN_NOUNS.figureIsDue, language),
      to: '/admin/figures',
    },
    {
      kind: 'drafts',
      when: features.articles,
      count: drafts,
      since: null,
      text: formatCount(drafts, ADMIN_NOUNS.articleIsDraft, language),
      to: '/admin/articles?status=draft',
    },
    {
      kind: 'second-factor',
      when: viewer?.hasSecondFactor === false,
      count: 1,
      since: null,
      text: 'Your account has no second factor yet',
      to: '/account?tab=security',
    },
    {
      kind: 'contact-addresses',
      when: features.products && enquiryEmail.trim() === '',
      count: 1,
      since: null,
      text: 'No address is set that new enquiries are mailed to',
      to: settings,
    },
    {
      kind: 'demo-content',
      when: demoContent,
      count: 1,
      since: null,
      text: 'The demo content is still in place',
      to: `${settings}#demo-content`,
    },
  ]
  return all.filter(({ when, count }) => when && count > 0).map(({ when: _, ...one }) => one)
}
