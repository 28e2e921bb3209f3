/** Every page of the back-office, once: its router, its menu and the parameters that the server lets through are made from this table. */
import type { FeatureName } from '#platform/contract/context.ts'
import type { IconName } from '#ui/pictures/icon.tsx'

export interface AdminPage {
  /** Below `/admin`; '' is the first. */
  path: string
  /** `mail/mail` is src/admin/mail/mail.page.tsx. */
  view: string
  /** Query parameters that its list reads, beside `search`, `sort` and `page`. */
  filters?: readonly string[]
  /** The heading it stands under in the menu. */
  group: 'Dashboard' | 'Content' | 'Users' | 'Site'
  label: string
  icon: IconName
  /** What one does there. */
  hint: string
  /** The kinds of waiting things that its mark counts. */
  counts?: readonly string[]
  /** The switch that it hangs on. */
  feature?: FeatureName
  /** Only the main site has it. */
  isOfMain?: true
}

export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    path: '',
    view: 'dashboard/dashboard',
    group: 'Dashboard',
    label: 'Overview',
    icon: 'dashboard',
    hint: 'Counts, what waits and what happened',
  },
  {
    path: 'analytics',
    view: 'analytics/analytics',
    group: 'Dashboard',
    label: 'Visits',
    icon: 'eye',
    hint: 'How often the pages are looked at',
  },
  {
    path: 'search',
    view: 'search/search',
    filters: ['tab', 'days'],
    group: 'Dashboard',
    label: 'Search',
    icon: 'search',
    hint: 'What people look for, and what they find',
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
    hint: 'What visitors asked about products',
    feature: 'products',
    counts: ['enquiries'],
  },
  {
    path: 'reviews',
    view: 'reviews/reviews',
    group: 'Content',
    label: 'Reviews',
    icon: 'star',
    hint: 'Reviews and proof of purchases that wait for a decision',
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
    path: 'figures',
    view: 'figures/figures',
    filters: ['attention', 'open'],
    group: 'Content',
    label: 'Prices and rules',
    icon: 'clock',
    hint: 'The figures that guides and sums lean on, and when each is due',
    counts: ['figures-due'],
  },
  {
    path: 'forums',
    view: 'forums/forums',
    filters: ['status', 'category'],
    group: 'Content',
    label: 'Forums',
    icon: 'forum',
    hint: 'Topics, replies and what waits for approval',
    feature: 'forums',
    counts: ['waiting-posts'],
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
  { path: 'settings', view: 'settings/settings', group: 'Site', label: 'Settings', icon: 'settings', hint: 'Name, people and features' },
  {
    path: 'newsletter',
    view: 'newsletter/newsletter',
    filters: ['state'],
    group: 'Site',
    label: 'Newsletter',
    icon: 'message',
    hint: 'Who has subscribed, and who has to confirm',
  },
  {
    path: 'newsletter-issues',
    view: 'newsletter/issues',
    filters: ['open'],
    group: 'Site',
    label: 'Newsletter issues',
    icon: 'article',
    hint: 'Write the newsletter, send it, and see how it went out',
  },
  {
    path: 'mail',
    view: 'mail/mail',
    group: 'Site',
    label: 'Outbox',
    icon: 'upload',
    hint: 'Every mail the site has written',
    counts: ['failed-mail'],
  },
  {
    path: 'mail-previews',
    view: 'mail/mail-previews',
    filters: ['mail'],
    group: 'Site',
    label: 'Emails',
    icon: 'mail',
    hint: 'How each email looks',
  },
  {
    path: 'deliverability',
    view: 'deliverability/deliverability',
    group: 'Site',
    label: 'Deliverability',
    icon: 'shield',
    hint: 'Whether mail is likely to arrive',
    isOfMain: true,
  },
  {
    path: 'suppressions',
    view: 'suppressions/suppressions',
    filters: ['reason'],
    group: 'Site',
    label: 'Suppression list',
    icon: 'lock',
    hint: 'Addresses that get no mail',
  },
  {
    path: 'webhooks',
    view: 'webhooks/webhooks',
    filters: ['open'],
    group: 'Site',
    label: 'Webhooks',
    icon: 'link',
    hint: 'Other programs that are told of what happens',
    counts: ['webhooks-paused'],
  },
  {
    path: 'jobs',
    view: 'jobs/jobs',
    filters: ['state'],
    group: 'Site',
    label: 'Background work',
    icon: 'clock',
    hint: 'What is still to be done, and what was given up',
    counts: ['held-jobs'],
  },
  {
    path: 'sites',
    view: 'sites/sites',
    filters: ['state', 'newsletter'],
    group: 'Site',
    label: 'Copies',
    icon: 'share',
    hint: 'The sites launched from this one',
    counts: ['copies-full'],
    isOfMain: true,
  },
  {
    path: 'audit',
    view: 'audit/audit',
    filters: ['subject', 'user'],
    group: 'Site',
    label: 'Audit log',
    icon: 'history',
    hint: 'Who changed what, and when',
  },
  {
    path: 'retention',
    view: 'retention/retention',
    group: 'Site',
    label: 'Retention',
    icon: 'eye-off',
    hint: 'What is deleted when, and what the last runs did',
  },
  {
    path: 'trash',
    view: 'trash/trash',
    filters: ['kind'],
    group: 'Site',
    label: 'Trash',
    icon: 'trash',
    hint: 'Bring back what was deleted',
  },
]
