/** The menu of the back-office. What belongs to a feature that is switched off is left out. */
import type { SiteInfo } from '#features/sites/site.client.ts'
import type { IconName } from '#ui/icon.tsx'

export interface MenuItem {
  label: string
  to: string
  icon: IconName
  /** The kinds of waiting things that its mark counts. */
  counts?: readonly string[]
  feature?: keyof SiteInfo['features']
}

const GROUPS: { heading: string; items: MenuItem[] }[] = [
  { heading: 'Dashboard', items: [{ label: 'Overview', to: '/admin', icon: 'dashboard' }] },
  {
    heading: 'Content',
    items: [
      { label: 'Products', to: '/admin/products', icon: 'box', feature: 'products' },
      { label: 'Enquiries', to: '/admin/enquiries', icon: 'mail', feature: 'products', counts: ['enquiries'] },
      { label: 'Articles', to: '/admin/articles', icon: 'article', feature: 'articles' },
      { label: 'Forums', to: '/admin/forums', icon: 'forum', feature: 'forums', counts: ['waiting-posts'] },
    ],
  },
  { heading: 'Users', items: [{ label: 'Manage Users', to: '/admin/users', icon: 'users' }] },
  {
    heading: 'Site',
    items: [
      { label: 'Settings', to: '/admin/settings', icon: 'settings' },
      { label: 'Outbox', to: '/admin/mail', icon: 'upload', counts: ['failed-mail'] },
      { label: 'Audit log', to: '/admin/audit', icon: 'history' },
      { label: 'Trash', to: '/admin/trash', icon: 'trash' },
    ],
  },
]

export const menuOf = (features: SiteInfo['features']) =>
  GROUPS.map(({ heading, items }) => ({ heading, items: items.filter(({ feature }) => !feature || features[feature]) }))
