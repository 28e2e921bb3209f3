/** One feed, written three ways: RSS 2.0, Atom 1.0 (RFC 4287), JSON Feed 1.1. */
import { feedPath, type FeedFile } from './feed.client.ts'
import type { Feed, FeedItem } from './feed.service.ts'
import { around, element, emptyElement, xmlDocument } from './xml.ts'

export const writeFeed: Record<FeedFile, (feed: Feed) => string> = {
  'feed.xml': toRss,
  'feed.atom': toAtom,
  'feed.json': toJson,
}

const self = ({ origin, of }: Feed, file: FeedFile): string => origin + feedPath(of, file)

/** RFC 822, as RSS has its dates. */
const inWords = (at: string): string => new Date(at).toUTCString()

function toRss(feed: Feed): string {
  const channel = [
    element('title', feed.title),
    element('link', feed.page),
    element('description', feed.description || feed.title),
    element('language', feed.language),
    element('lastBuildDate', inWords(feed.updatedAt)),
    emptyElement('atom:link', { href: self(feed, 'feed.xml'), rel: 'self', type: 'application/rss+xml' }),
    ...feed.items.map((item) =>
      around('item', [
        element('title', item.title),
        element('link', item.url),
        element('guid', item.id, { isPermaLink: 'false' }),
        element('pubDate', inWords(item.publishedAt)),
        element('dc:creator', item.author),
        element('category', item.category),
        element('description', item.summary),
        element('content:encoded', item.html),
      ]),
    ),
  ]
  return xmlDocument(
    around('rss', [around('channel', channel)], {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    }),
  )
}

function toAtom(feed: Feed): string {
  const parts = [
    element('id', feed.id),
    element('title', feed.title),
    element('subtitle', feed.description),
    element('updated', feed.updatedAt),
    around('author', [element('name', feed.siteName)]),
    emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: self(feed, 'feed.atom') }),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
    element('icon', `${feed.origin}/favicon.svg`),
    ...feed.items.map((item) =>
      around('entry', [
        element('id', item.id),
        element('title', item.title),
        emptyElement('link', { rel: 'alternate', type: 'text/html', href: item.url }),
        element('published', item.publishedAt),
        element('updated', item.updatedAt),
        around('author', [element('name', item.author)]),
        item.category ? emptyElement('category', { term: item.category }) : '',
        element('summary', item.summary),
        element('content', item.html, { type: 'html' }),
      ]),
    ),
  ]
  return xmlDocument(around('feed', parts, { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language }))
}

function toJson(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.page,
    feed_url: self(feed, 'feed.json'),
    description: feed.description || undefined,
    favicon: `${feed.origin}/favicon.svg`,
    authors: [{ name: feed.siteName, url: `${feed.origin}/` }],
    language: feed.language,
    items: feed.items.map((item: FeedItem) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      content_html: item.html,
      summary: item.summary || undefined,
      image: item.image,
      date_published: item.publishedAt,
      date_modified: item.updatedAt,
      authors: [{ name: item.author }],
      tags: item.category ? [item.category] : undefined,
    })),
  })
}
