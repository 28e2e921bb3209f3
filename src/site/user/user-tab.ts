/** The tabs of a profile. Their names are the values of the URL parameter `tab`; the overview has none. */
import type { SiteInfo } from '#features/sites/site.client.ts'
import type { User } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'

/** Tabs with the member's public posts. */
export const POST_TABS = ['topics', 'replies', 'answers', 'reviews'] as const
export type PostTab = (typeof POST_TABS)[number]
/** Tabs that only the member sees. Their content is loaded in the browser, so that the page is the same for everybody. */
export const OWN_TABS = ['bookmarks', 'watched', 'drafts', 'enquiries'] as const
export type OwnTab = (typeof OWN_TABS)[number]
export type UserTab = 'overview' | PostTab | OwnTab

export const TAB_LABELS: Record<UserTab, string> = {
  overview: 'Overview',
  topics: 'Topics',
  replies: 'Replies',
  answers: 'Accepted answers',
  reviews: 'Reviews',
  bookmarks: 'Bookmarks',
  watched: 'Watched',
  drafts: 'Drafts',
  enquiries: 'Enquiries',
}

type Features = SiteInfo['features']

const isTabOn = (tab: UserTab, features: Features): boolean => {
  if (tab === 'topics' || tab === 'replies' || tab === 'answers') return features.forums
  return tab === 'reviews' || tab === 'enquiries' ? features.products : true
}

export const listPostTabs = (features: Features) => POST_TABS.filter((tab) => isTabOn(tab, features))
export const listOwnTabs = (features: Features) => OWN_TABS.filter((tab) => isTabOn(tab, features))

/** Parses the tab from the URL. @returns `overview` if it is missing, unknown or switched off */
export const parseUserTab = (params: URLSearchParams, features: Features): UserTab =>
  [...listPostTabs(features), ...listOwnTabs(features)].find((tab) => tab === params.get('tab')) ?? 'overview'

export const isPostTab = (tab: UserTab): tab is PostTab => POST_TABS.some((name) => name === tab)
export const isOwnTab = (tab: UserTab): tab is OwnTab => OWN_TABS.some((name) => name === tab)

export const userTabPath = (id: number, tab: UserTab, page?: number): string =>
  paths.user(id, tab === 'overview' ? undefined : tab, { page })

/** Number of the member's posts that a tab lists; undefined if the profile does not contain it. */
export const countPosts = (user: User, tab: PostTab): number | undefined =>
  ({ topics: user.posts, replies: user.replies, answers: undefined, reviews: user.reviews })[tab]

export const memberName = (user: Pick<User, 'displayName' | 'username'>): string => user.displayName || user.username || 'Unknown User'
