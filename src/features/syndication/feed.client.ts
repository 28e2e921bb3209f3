/** Builds feed URLs, also for `<link rel="alternate">` in page heads. */

/** The subject of a feed: a category (slug), a topic (id), the newsletter or the reference values. An empty object means the site. */
export interface FeedSubject {
  category?: string
  topic?: number
  newsletter?: true
  figures?: true
}

export const FEED_FORMATS = [
  { name: 'RSS', file: 'feed.xml', type: 'application/rss+xml' },
  { name: 'Atom', file: 'feed.atom', type: 'application/atom+xml' },
  { name: 'JSON Feed', file: 'feed.json', type: 'application/feed+json' },
] as const
export type FeedFile = (typeof FEED_FORMATS)[number]['file']

export const feedPath = ({ category, topic, newsletter, figures }: FeedSubject, file: FeedFile): string => {
  if (category !== undefined) return `/category/${encodeURIComponent(category)}/${file}`
  if (newsletter) return `/newsletter/${file}`
  if (figures) return `/today/${file}`
  return topic === undefined ? `/${file}` : `/forum/${topic}/${file}`
}
