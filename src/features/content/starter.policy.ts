/** What a new site of somebody's own begins with: of the demo content what is true without the people who are in it. */
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { CURRENCY_SYMBOLS, type Currency } from '#features/sites/currency.policy.ts'
import type { FeatureName } from '#platform/contract/context.ts'
import type { CatalogueContent } from './catalogue.queries.ts'
import type { ContentFiles } from './content.files.ts'

type Switches = Record<FeatureName, boolean>

/** What the launch has settled of the new site. */
export interface NewSiteOptions {
  features: Switches
  currency: Currency
}

/**
 * What `starter.yaml` names: no invented people or reviews, products that say they are examples and are priced in the site's money, and not a
 * word or a link about what is off. The guides keep their pounds: what they reckon with was paid in Britain, and their sources say so.
 */
export function selectStarterContent(
  all: ContentFiles,
  { features = ALL_FEATURES_ON, currency = 'gbp' }: Partial<NewSiteOptions> = {},
): CatalogueContent {
  const { starter } = all
  const articles = named(all.articles, starter.articles)
  const products = named(all.products, starter.products)
  const there = new Set([...articles.map(({ slug }) => `/articles/${slug}`), ...products.map(({ slug }) => `/products/${slug}`)])
  const fitting = (text: string) => withoutLinks(withoutDemoPeople(text, all.experts), features, there)
  const priced = (text: string) => text.replaceAll(CURRENCY_SYMBOLS.gbp, CURRENCY_SYMBOLS[currency])
  return {
    ...selectEmptyContent(all),
    byline: starter.byline,
    articles: articles.map((article) => ({ ...article, content: fitting(article.content) })),
    products: products.map((product) => ({
      ...product,
      price: product.price && priced(product.price),
      description: `${priced(fitting(product.description.trim()))}\n\n${starter.example}`,
      features: priced(product.features),
      technicalSpecs: priced(product.technicalSpecs),
    })),
    topics: welcomeTopics(all, features),
  }
}

/** @throws Error for a slug that is nothing's */
const named = <T extends { slug: string }>(all: T[], slugs: string[]): T[] =>
  slugs.map((slug) => {
    const one = all.find((each) => each.slug === slug)
    if (!one) throw new Error(`starter.yaml names "${slug}", which does not exist.`)
    return one
  })

/** The categories and the badges: without them nothing could be added. */
export const selectEmptyContent = (all: ContentFiles): ContentFiles => ({
  ...all,
  experts: [],
  users: [],
  topics: [],
  reviews: [],
  enquiries: [],
  articles: [],
  expertArticles: [],
  products: [],
})

/** One for each category. Nobody is asked to write where nobody can. */
const welcomeTopics = ({ categories, starter }: ContentFiles, { userAccounts }: Switches): ContentFiles['topics'] =>
  categories.map(({ slug, name }) => ({
    title: `Welcome to ${name}`,
    category: slug,
    author: 'guest',
    ago: '1m',
    views: 0,
    replies: [],
    content: userAccounts
      ? `This is the place for questions and answers about ${inSentence(name)}. ${starter.welcome[slug] ?? 'Say what you have, and what you would like to know.'}`
      : `Questions and answers about ${inSentence(name)} are kept here. The people who run this site write them, and everybody can read them.`,
  }))

/** `Electric Vehicles` → `electric vehicles`, `EV Chargers` → `EV chargers`. */
const inSentence = (name: string): string => name.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase())

/** A new site has no members, no reviews and no experts that a sentence could speak of or lead to. */
function withoutDemoPeople(text: string, experts: ContentFiles['experts']): string {
  const ofThem = [OUR_PEOPLE, THEIR_PAGES, ...experts.map(({ name }) => new RegExp(name.replace(/^Dr /, '')))]
  return text
    .split(/(?<=[.!?])(?=\s)/)
    .map((sentence) => (ofThem.some((sign) => sign.test(sentence)) ? lineBreaksBefore(sentence) : sentence))
    .join('')
}

const OUR_PEOPLE = /\bour (reviews|reviewers|owners|forum|members|readers)\b/i
const THEIR_PAGES = /\]\(\/(forum\/\d|user\/|articles\/expert\/)/
/** The next sentence does not join the paragraph before because the first of its own is gone. */
const lineBreaksBefore = (sentence: string): string => /^\n*/.exec(sentence)?.[0] ?? ''

const LINK = /(?<!!)\[([^\]]+)\]\((\/[^)\s]*)[^)]*\)/g

/** A link to what is off, or to what only the demo content has, becomes the words it stood on. */
const withoutLinks = (text: string, features: Switches, there: ReadonlySet<string>): string =>
  text.replace(LINK, (link, words: string, to: string) => (leadsOn(to.split(/[?#]/, 1)[0] ?? to, features, there) ? link : words))

function leadsOn(path: string, features: Switches, there: ReadonlySet<string>): boolean {
  const [, section = '', id] = path.split('/')
  if (section === 'articles' || section === 'products') return features[section] && (id === undefined || there.has(path))
  if (section === 'forum') return features.forums
  if (section === 'enquiry' || section === 'deploy') return false
  return features.userAccounts || !['sign-up', 'sign-in', 'account'].includes(section)
}
