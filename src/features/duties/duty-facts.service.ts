/** Collects the facts about the site that records contain. */
import { engineOf } from '#db/engine.ts'
import { hasMailServer } from '#features/mail/mail-server.service.ts'
import { APPEAL_DAYS, REPORT_REASONS, WAITING_TARGETS } from '#features/reports/report-reason.policy.ts'
import { listRetention } from '#features/retention/retention.service.ts'
import { MAX_REVIEW_PICTURES } from '#features/reviews/pictures/review-pictures-limits.policy.ts'
import { MAX_POST_PICTURES } from '#features/writing/writing-limits.policy.ts'
import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import type { Context } from '#platform/contract/context.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { formatShortDate } from '#wording/dates.ts'
import { formatNumber } from '#wording/numbers.ts'
import { dutyOf, type DutyKey, type FactGroup } from './duties.policy.ts'
import { OFF, ON, type Fact } from './duty-facts.policy.ts'
import { countCommunity, countReports, countWebhooks, type CommunityCounts } from './duty-facts.queries.ts'

export type FactsByGroup = Readonly<Record<FactGroup, readonly Fact[]>>

/** Collects all facts. @param since time from which reports count; undefined: all of them */
export async function collectFacts(ctx: Context, features: AllFeatures, since?: string): Promise<FactsByGroup> {
  const [community, webhooks, retention, reports] = await Promise.all([
    countCommunity(ctx),
    countWebhooks(ctx),
    listRetention(ctx, features),
    describeReports(ctx, since),
  ])
  const format = (n: number) => formatNumber(n, ctx.site.settings.language)
  return {
    features: describeFeatures(ctx),
    reports,
    community: describeCommunity(community, format),
    reviews: describeReviews(ctx, community, format),
    children: [{ key: 'ageAssurance', label: 'Age verification or estimation', value: 'None built in' }],
    retention: retention.items.map(({ name, what, after, isAnonymised }) => ({
      key: `retention.${name}`,
      label: what,
      value: after === null ? 'Never deleted (as set in the settings)' : `${isAnonymised ? 'Anonymised' : 'Deleted'} ${after}`,
    })),
    technology: describeTechnology(ctx, webhooks),
  }
}

/** Returns the facts that a record of the duty contains, in the order of its groups. */
export const listFactsOf = (duty: DutyKey, groups: FactsByGroup): Fact[] => dutyOf(duty).facts.flatMap((group) => groups[group])

const onOff = (isOn: boolean): string => (isOn ? ON : OFF)

const describeFeatures = ({ site: { settings } }: Context): Fact[] => [
  ...entriesOf(FEATURE_SWITCHES).map(([name, { label }]) => ({ key: `feature.${name}`, label, value: onOff(settings.features[name]) })),
  { key: 'guestPosting', label: 'Guest posting', value: onOff(settings.guestPosting) },
]

const describeCommunity = (counts: CommunityCounts, format: (n: number) => string): Fact[] => [
  { key: 'count.members', label: 'Members', value: format(counts.members) },
  { key: 'count.administrators', label: 'Administrators, who moderate', value: format(counts.administrators) },
  { key: 'count.topics', label: 'Forum topics', value: format(counts.topics) },
  { key: 'count.replies', label: 'Forum replies', value: format(counts.replies) },
  {
    key: 'pictures',
    label: 'Pictures by members',
    value: `In topics and replies, up to ${MAX_POST_PICTURES} each; in reviews, up to ${MAX_REVIEW_PICTURES} each`,
  },
  { key: 'privateMessages', label: 'Private messages between members', value: 'Not possible' },
]

const describeReviews = ({ site: { settings } }: Context, counts: CommunityCounts, format: (n: number) => string): Fact[] => [
  { key: 'feature.products', label: FEATURE_SWITCHES.products.label, value: onOff(settings.features.products) },
  { key: 'guestPosting', label: 'Guest posting', value: onOff(settings.guestPosting) },
  { key: 'count.products', label: 'Products', value: format(counts.products) },
  { key: 'count.reviews', label: 'Reviews', value: format(counts.reviews) },
  { key: 'count.verifiedReviews', label: 'Reviews by verified owners', value: format(counts.verifiedReviews) },
  { key: 'count.reviewPictures', label: 'Pictures in reviews', value: format(counts.reviewPictures) },
  { key: 'guestReviewLinks', label: 'Guest reviews with a link', value: 'Wait for approval' },
]

async function describeReports(ctx: Context, since: string | undefined): Promise<Fact[]> {
  const { language } = ctx.site.settings
  const counts = await countReports(ctx, since ?? '1970-01-01T00:00:00.000Z', new Date().toISOString())
  const period = since === undefined ? 'in total' : `since ${formatShortDate(since, language)}`
  const fact = (key: string, label: string, n: number): Fact => ({ key: `count.${key}`, label, value: formatNumber(n, language) })
  return [
    fact('reports', `Reports ${period}`, counts.reports),
    fact('illegal', 'Of these, as against the law', counts.illegal),
    fact('decisions', `Decisions ${period}`, counts.decisions),
    fact('actions', 'Of these, with an action', counts.actions),
    fact('appeals', `Appeals ${period}`, counts.appeals),
    fact('openCases', 'Waiting for a decision now', counts.openCases),
    fact('overdueCases', 'Of these, past the target time', counts.overdueCases),
    ...entriesOf(REPORT_REASONS).map(([reason, { label, targetHours }]) => ({
      key: `target.${reason}`,
      label: `Target time for “${label}”`,
      value: formatTarget(targetHours),
    })),
    ...entriesOf(WAITING_TARGETS).map(([kind, { label, targetHours }]) => ({
      key: `waitingTarget.${kind}`,
      label: `Target time for “${label}”`,
      value: formatTarget(targetHours),
    })),
    { key: 'appealDays', label: 'Time to appeal', value: `${APPEAL_DAYS} days` },
  ]
}

const formatTarget = (hours: number): string =>
  hours % 24 === 0 ? `${hours} hours (${hours / 24} ${hours === 24 ? 'day' : 'days'})` : `${hours} hours`

function describeTechnology({ site, db }: Context, webhooks: number): Fact[] {
  const { settings, operator } = site
  return [
    {
      key: 'database',
      label: 'Database',
      value: engineOf(db) === 'sqlite' ? 'A file on the server of the site' : 'A PostgreSQL server',
    },
    {
      key: 'files',
      label: 'Uploaded pictures',
      value: site.files.folder === undefined ? 'In the database' : 'In a folder on the server of the site',
    },
    {
      key: 'mailServer',
      label: 'Email',
      value: operator
        ? `Sent by the mail server of ${operator.name}`
        : hasMailServer()
          ? 'Sent by the mail server that is set up'
          : 'Not set up',
    },
    ...(operator ? [{ key: 'operator', label: 'The site runs on the installation of', value: operator.name }] : []),
    { key: 'analytics', label: 'Own visitor statistics, without cookies', value: onOff(settings.analytics) },
    {
      key: 'enquiryMail',
      label: 'Enquiries sent to an email address',
      value: onOff(settings.features.products && settings.enquiryEmail !== ''),
    },
    { key: 'webhooks', label: 'Webhooks to other systems', value: onOff(webhooks > 0) },
  ]
}
