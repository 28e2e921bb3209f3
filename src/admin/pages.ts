/** Lists the pages of the back-office in menu order. The routes, the menu and the accepted query parameters are derived from this table. */
import type { FeatureName } from '#platform/contract/context.ts'
import type { IconName } from '#ui/pictures/icon.tsx'

/** Headings of the menu groups, in menu order. */
export const ADMIN_GROUPS = ['Dashboard', 'Content', 'Users', 'Newsletter and mail', 'Site', 'System'] as const

export interface AdminPage {
  /** Path relative to `/admin`; '' is the overview. */
  path: string
  /** Path of the page's module in src/admin, without `.page.tsx`: `mail/mail`. */
  view: string
  /** Query parameters that the page accepts besides `search`, `sort` and `page`. */
  filters?: readonly string[]
  group: (typeof ADMIN_GROUPS)[number]
  label: string
  icon: IconName
  /** Text of the tooltip in the menu. */
  hint: string
  /** Kinds of the dashboard's attention items that the menu badge adds up. */
  counts?: readonly string[]
  /** The menu omits the page while this feature is off. */
  feature?: FeatureName
  /** The menu shows the page on the main site only. */
  isMainSiteOnly?: true
}

export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    path: '',
    view: 'dashboard/dashboard',
    group: 'Dashboard',
    label: 'Overview',
    icon: 'dashboard',
    hint: 'Totals, tasks and recent activity',
  },
  {
    path: 'analytics',
    view: 'analytics/analytics',
    group: 'Dashboard',
    label: 'Visits',
    icon: 'eye',
    hint: 'Page views and visitors',
  },
  {
    path: 'search',
    view: 'search/search',
    filters: ['tab', 'days'],
    group: 'Dashboard',
    label: 'Search',
    icon: 'search',
    hint: 'What visitors search for, and what they find',
  },
  {
    path: 'products',
    view: 'products/products',
    filters: ['category'],
    group: 'Content',
    label: 'Products',
    icon: 'box',
    hint: 'Add, edit and delete products',
    feature: 'products',
  },
  {
    path: 'enquiries',
    view: 'enquiries/enquiries',
    filters: ['status', 'open'],
    group: 'Content',
    label: 'Enquiries',
    icon: 'mail',
    hint: 'Questions from visitors about products',
    feature: 'products',
    counts: ['enquiries'],
  },
  {
    path: 'reviews',
    view: 'reviews/reviews',
    filters: ['tab'],
    group: 'Content',
    label: 'Reviews',
    icon: 'star',
    hint: 'All reviews, and proof of purchase to check',
    feature: 'products',
    counts: ['waiting-reviews', 'review-evidence'],
  },
  {
    path: 'articles',
    view: 'articles/articles',
    filters: ['category', 'status', 'open'],
    group: 'Content',
    label: 'Articles',
    icon: 'article',
    hint: 'Write, publish and delete articles',
    feature: 'articles',
  },
  {
    path: 'forums',
    view: 'forums/forums',
    filters: ['status', 'category'],
    group: 'Content',
    label: 'Forums',
    icon: 'forum',
    hint: 'Topics, replies and posts to approve',
    feature: 'forums',
    counts: ['waiting-posts'],
  },
  {
    path: 'figures',
    view: 'figures/figures',
    filters: ['attention', 'open'],
    group: 'Content',
    label: 'Prices and rules',
    icon: 'clock',
    hint: 'Reference values used in guides and tools, and when to check them',
    counts: ['figures-due'],
  },
  {
    path: 'reports',
    view: 'reports/reports',
    filters: ['tab', 'item', 'claim'],
    group: 'Users',
    label: 'Moderation',
    icon: 'flag',
    hint: 'Reports, appeals and everything that waits for approval',
    counts: ['reports', 'appeals', 'waiting-posts', 'waiting-reviews', 'review-evidence'],
  },
  {
    path: 'users',
    view: 'users/users',
    filters: ['role', 'state'],
    group: 'Users',
    label: 'Manage Users',
    icon: 'users',
    hint: 'Members and administrators',
  },
  {
    path: 'newsletter',
    view: 'newsletter/newsletter',
    filters: ['state'],
    group: 'Newsletter and mail',
    label: 'Subscribers',
    icon: 'message',
    hint: 'Confirmed and unconfirmed subscribers',
  },
  {
    path: 'newsletter-issues',
    view: 'newsletter/issues',
    filters: ['open'],
    group: 'Newsletter and mail',
    label: 'Newsletter issues',
    icon: 'article',
    hint: 'Write and send issues, and see their reports',
  },
  {
    path: 'mail',
    view: 'mail/mail',
    group: 'Newsletter and mail',
    label: 'Outbox',
    icon: 'upload',
    hint: 'Sent, queued and failed emails',
    counts: ['failed-mail'],
  },
  {
    path: 'mail-previews',
    view: 'mail/mail-previews',
    filters: ['mail'],
    group: 'Newsletter and mail',
    label: 'Email previews',
    icon: 'mail',
    hint: 'What each email looks like',
  },
  {
    path: 'deliverability',
    view: 'deliverability/deliverability',
    group: 'Newsletter and mail',
    label: 'Deliverability',
    icon: 'shield',
    hint: 'Checks that your email reaches the inbox',
    isMainSiteOnly: true,
  },
  {
    path: 'suppressions',
    view: 'suppressions/suppressions',
    filters: ['reason'],
    group: 'Newsletter and mail',
    label: 'Suppression list',
    icon: 'lock',
    hint: 'Addresses that receive no email',
  },
  {
    path: 'settings',
    view: 'settings/settings',
    group: 'Site',
    label: 'Settings',
    icon: 'settings',
    hint: 'Name, contact details and features',
  },
  {
    path: 'duties',
    view: 'duties/duties',
    filters: ['open', 'version'],
    group: 'Site',
    label: 'Legal duties',
    icon: 'shield',
    hint: 'Records for UK law: complete, sign and export them',
    counts: ['duties-due'],
  },
  {
    path: 'sites',
    view: 'sites/sites',
    filters: ['state', 'newsletter'],
    group: 'Site',
    label: 'Copies',
    icon: 'share',
    hint: 'Sites launched from this one',
    counts: ['copies-full'],
    isMainSiteOnly: true,
  },
  {
    path: 'trash',
    view: 'trash/trash',
    filters: ['kind'],
    group: 'Site',
    label: 'Trash',
    icon: 'trash',
    hint: 'Restore deleted items',
  },
  {
    path: 'jobs',
    view: 'jobs/jobs',
    filters: ['state'],
    group: 'System',
    label: 'Background jobs',
    icon: 'clock',
    hint: 'Waiting, running and failed jobs',
    counts: ['held-jobs'],
  },
  {
    path: 'webhooks',
    view: 'webhooks/webhooks',
    filters: ['open'],
    group: 'System',
    label: 'Webhooks',
    icon: 'link',
    hint: 'Send events to other systems',
    counts: ['webhooks-paused'],
  },
  {
    path: 'audit',
    view: 'audit/audit',
    filters: ['subject', 'user'],
    group: 'System',
    label: 'Audit log',
    icon: 'history',
    hint: 'Changes by administrators, and sign-ins',
  },
  {
    path: 'retention',
    view: 'retention/retention',
    group: 'System',
    label: 'Data retention',
    icon: 'eye-off',
    hint: 'How long data is stored, and when it is deleted',
  },
]
