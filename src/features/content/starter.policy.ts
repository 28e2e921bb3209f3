/** Selects the starter content of a launched site: the demo content that is valid without its invented people. */
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { CURRENCY_SYMBOLS, type Currency } from '#features/sites/currency.policy.ts'
import type { FeatureName } from '#platform/contract/context.ts'
import type { CatalogueContent } from './catalogue.queries.ts'
import type { ContentFiles } from './content.files.ts'

type Switches = Record<FeatureName, boolean>

/** Options of the launch that affect the content. */
export interface NewSiteOptions {
  features: Switches
  currency: Currency
}

/**
 * Returns the articles and products listed in `starter.yaml`, without invented people, reviews and links to disabled features. Products are
 * marked as examples and priced in the site's currency. Articles keep pounds, as their sources are British.
 */
export function selectStarterContent(
  all: ContentFiles,
  { features = ALL_FEATURES_ON, currency = 'gbp' }: Partial<NewSiteOptions> = {},
): CatalogueContent {
  const { starter } = all
  const articles = selectBySlug(all.articles, starter.articles)
  const products = selectBySlug(all.products, starter.products)
  const knownPaths = new Set([...articles.map(({ slug }) => `/articles/${slug}`), ...products.map(({ slug }) => `/products/${slug}`)])
  const adapted = (text: string) => withoutLinks(withoutDemoPeople(text, all.experts), features, knownPaths)
  const priced = (text: string) => text.replaceAll(CURRENCY_SYMBOLS.gbp, CURRENCY_SYMBOLS[currency])
  return {
    ...selectEmptyContent(all),
    byline: starter.byline,
    articles: articles.map((article) => ({ ...article, content: adapted(article.content) })),
    products: products.map((product) => ({
      ...product,
      price: product.price && priced(product.price),
      description: `${priced(adapted(product.description.trim()))}\n\n${starter.example}`,
      features: priced(product.features),
      technicalSpecs: priced(product.technicalSpecs),
    })),
    topics: welcomeTopics(all, features),
  }
}

/** @throws Error for unknown slugs */
const selectBySlug = <T extends { slug: string }>(all: T[], slugs: string[]): T[] =>
  slugs.map((slug) => {
    const one = all.find((each) => each.slug === slug)
    if (!one) throw new Error(`starter.yaml names "${slug}", which does not exist.`)
    return one
  })

/** Keeps categories and badges, which a site needs to add content. */
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

/** Returns a topic per category; it invites to write only if there are user accounts. */
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

/** Lower-cases words but not abbreviations: `Electric Vehicles` → `electric vehicles`, `EV Chargers` → `EV chargers`. */
const inSentence = (name: string): string => name.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase())

/** Removes sentences that mention or link to members, reviews and experts, which a new site does not have. */
function withoutDemoPeople(text: string, experts: ContentFiles['experts']): string {
  const patterns = [DEMO_PEOPLE, DEMO_PEOPLE_LINKS, ...experts.map(({ name }) => new RegExp(name.replace(/^Dr /, '')))]
  return text
    .split(/(?<=[.!?])(?=\s)/)
    .map((sentence) => (patterns.some((pattern) => pattern.test(sentence)) ? lineBreaksBefore(sentence) : sentence))
    .join('')
}

const DEMO_PEOPLE = /\bour (reviews|reviewers|owners|forum|members|readers)\b/i
const DEMO_PEOPLE_LINKS = /\]\(\/(forum\/\d|user\/|articles\/expert\/)/
/** Keeps the paragraph break of a removed sentence, so that the next one does not join the previous paragraph. */
const lineBreaksBefore = (sentence: string): string => /^\n*/.exec(sentence)?.[0] ?? ''

const LINK = /(?<!!)\[([^\]]+)\]\((\/[^)\s]*)[^)]*\)/g

/** Replaces links to disabled features and missing pages by their text. */
const withoutLinks = (text: string, features: Switches, knownPaths: ReadonlySet<string>): string =>
  text.replace(LINK, (link, label: string, to: string) => (isReachable(to.split(/[?#]/, 1)[0] ?? to, features, knownPaths) ? link : label))

function isReachable(path: string, features: Switches, knownPaths: ReadonlySet<string>): boolean {
  const [, section = '', id] = path.split('/')
  if (section === 'articles' || section === 'products') return features[section] && (id === undefined || knownPaths.has(path))
  if (section === 'forum') return features.forums
  if (section === 'enquiry' || section === 'deploy') return false
  return features.userAccounts || !['sign-up', 'sign-in', 'account'].includes(section)
}
