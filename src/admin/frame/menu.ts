/** The menu of the back-office. What belongs to a feature that is switched off is left out. */
import type { SiteInfo } from '#features/sites/site.client.ts'
import type { IconName } from '#ui/icon.tsx'

export interface MenuItem {
  label: string
  to: string
  icon: IconName
  /** What one does there. */
  hint: string
  /** The kinds of waiting things that its mark counts. */
  counts?: readonly string[]
  feature?: keyof SiteInfo['features']
  /** Only the main site has it. */
  isOfMain?: true
}

const GROUPS: { heading: string; items: MenuItem[] }[] = [
  {
    heading: 'Dashboard',
    items: [
      { label: 'Overview', to: '/admin', icon: 'dashboard', hint: 'Counts, what waits and what happened' },
      { label: 'Visits', to: '/admin/analytics', icon: 'eye', hint: 'How often the pages are looked at' },
    ],
  },
  {
    heading: 'Content',
    items: [
      { label: 'Products', to: '/admin/products', icon: 'box', hint: 'Add, edit and delete products', feature: 'products' },
      {
        label: 'Enquiries',
        to: '/admin/enquiries',
        icon: 'mail',
        hint: 'What visitors asked about products',
        feature: 'products',
        counts: ['enquiries'],
      },
      { label: 'Articles', to: '/admin/articles', icon: 'article', hint: 'Write, publish and delete articles', feature: 'articles' },
      {
        label: 'Forums',
        to: '/admin/forums',
        icon: 'forum',
        hint: 'Topics, replies and what waits for approval',
        feature: 'forums',
        counts: ['waiting-posts'],
      },
    ],
  },
  { heading: 'Users', items: [{ label: 'Manage Users', to: '/admin/users', icon: 'users', hint: 'Members and administrators' }] },
  {
    heading: 'Site',
    items: [
      { label: 'Settings', to: '/admin/settings', icon: 'settings', hint: 'Name, people and features' },
      { label: 'Newsletter', to: '/admin/newsletter', icon: 'message', hint: 'Who has subscribed, and who has to confirm' },
      { label: 'Outbox', to: '/admin/mail', icon: 'upload', hint: 'Every mail the site has written', counts: ['failed-mail'] },
      { label: 'Copies', to: '/admin/sites', icon: 'share', hint: 'The sites launched from this one', isOfMain: true },
      { label: 'Audit log', to: '/admin/audit', icon: 'history', hint: 'Who changed what, and when' },
      { label: 'Trash', to: '/admin/trash', icon: 'trash', hint: 'Bring back what was deleted' },
    ],
  },
]

export const menuOf = (features: SiteInfo['features'], isMain: boolean) =>
  GROUPS.map(({ heading, items }) => ({
    heading,
    items: items.filter(({ feature, isOfMain }) => (!feature || features[feature]) && (!isOfMain || isMain)),
  }))
