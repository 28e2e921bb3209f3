/** Builds the "needs attention" list of the dashboard from counts, without database access. */
import type { BackupState } from '#features/backups/scheduled-backup.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatCount } from '#wording/counts.ts'
import type { Attention } from './dashboard.contract.ts'
import type { AttentionItem, AttentionItems } from './attention.queries.ts'

/** Returns the items that need attention, most urgent first, without empty ones and those of disabled features. */
export function describeAttention(
  { site, viewer }: Context,
  {
    enquiries,
    posts,
    reports,
    appeals,
    evidence,
    reviews,
    heldJobs,
    mails,
    webhooks,
    drafts,
    fullSites,
    newsletterRequests,
    urgentReferenceValues,
    duties,
  }: AttentionItems & { urgentReferenceValues: number; duties: AttentionItem },
  backup: BackupState | null,
): Attention[] {
  const { features, demoContent, enquiryEmail, language } = site.settings
  const settingsPath = '/admin/settings'
  const candidates: (Attention & { isRelevant: boolean })[] = [
    {
      kind: 'held-jobs',
      isRelevant: true,
      ...heldJobs,
      text: formatCount(heldJobs.count, ADMIN_NOUNS.jobIsHeld, language),
      to: '/admin/jobs',
    },
    {
      kind: 'enquiries',
      isRelevant: features.products,
      ...enquiries,
      text: formatCount(enquiries.count, ADMIN_NOUNS.enquiryWaits, language),
      to: '/admin/enquiries?status=new',
    },
    {
      kind: 'reports',
      isRelevant: true,
      ...reports,
      text: formatCount(reports.count, ADMIN_NOUNS.reportWaits, language),
      to: '/admin/reports',
    },
    {
      kind: 'appeals',
      isRelevant: true,
      ...appeals,
      text: formatCount(appeals.count, ADMIN_NOUNS.appealWaits, language),
      to: '/admin/reports?tab=appeals',
    },
    {
      kind: 'waiting-posts',
      isRelevant: features.forums,
      ...posts,
      text: formatCount(posts.count, ADMIN_NOUNS.postWaits, language),
      to: '/admin/forums?status=waiting',
    },
    {
      kind: 'waiting-reviews',
      isRelevant: features.products,
      ...reviews,
      text: formatCount(reviews.count, ADMIN_NOUNS.reviewWaits, language),
      to: '/admin/reviews',
    },
    {
      kind: 'review-evidence',
      isRelevant: features.products,
      ...evidence,
      text: formatCount(evidence.count, ADMIN_NOUNS.proofWaits, language),
      to: '/admin/reviews?tab=proof',
    },
    {
      kind: 'failed-mail',
      isRelevant: true,
      ...mails,
      text: formatCount(mails.count, ADMIN_NOUNS.mailFailed, language),
      to: '/admin/mail',
    },
    {
      kind: 'webhooks-paused',
      isRelevant: true,
      ...webhooks,
      text: formatCount(webhooks.count, ADMIN_NOUNS.webhookIsPaused, language),
      to: '/admin/webhooks',
    },
    {
      kind: 'copies-full',
      isRelevant: true,
      ...fullSites,
      text: formatCount(fullSites.count, ADMIN_NOUNS.siteIsFull, language),
      to: '/admin/sites',
    },
    {
      kind: 'newsletter-requests',
      isRelevant: true,
      ...newsletterRequests,
      text: formatCount(newsletterRequests.count, ADMIN_NOUNS.siteRequestsNewsletter, language),
      to: '/admin/sites?newsletter=requested',
    },
    {
      kind: 'backup-failed',
      isRelevant: backup?.lastFailure != null,
      count: 1,
      since: null,
      text: 'The last backup failed',
      to: '/admin#backups',
    },
    {
      kind: 'figures-due',
      isRelevant: true,
      count: urgentReferenceValues,
      since: null,
      text: formatCount(urgentReferenceValues, ADMIN_NOUNS.referenceValueIsDue, language),
      to: '/admin/figures',
    },
    {
      kind: 'duties-due',
      isRelevant: true,
      ...duties,
      text: formatCount(duties.count, ADMIN_NOUNS.dutyIsDue, language),
      to: '/admin/duties',
    },
    {
      kind: 'drafts',
      isRelevant: features.articles,
      count: drafts,
      since: null,
      text: formatCount(drafts, ADMIN_NOUNS.articleIsDraft, language),
      to: '/admin/articles?status=draft',
    },
    {
      kind: 'second-factor',
      isRelevant: viewer?.hasSecondFactor === false,
      count: 1,
      since: null,
      text: 'Your account has no second factor yet',
      to: '/account?tab=security',
    },
    {
      kind: 'contact-addresses',
      isRelevant: features.products && enquiryEmail.trim() === '',
      count: 1,
      since: null,
      text: 'No address is set that new enquiries are mailed to',
      to: settingsPath,
    },
    {
      kind: 'demo-content',
      isRelevant: demoContent,
      count: 1,
      since: null,
      text: 'The demo content is still in place',
      to: `${settingsPath}#demo-content`,
    },
  ]
  return candidates.filter(({ isRelevant: when, count }) => when && count > 0).map(({ isRelevant: _, ...item }) => item)
}
