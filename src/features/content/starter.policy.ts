/** Selects the starter content of a launched site: the demo content that makes sense without its invented people. */
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { CURRENCY_SYMBOLS, type Currency } from '#features/sites/currency.policy.ts'
import type { FeatureName } from '#platform/contract/context.ts'
import type { CatalogueContent } from './catalogue.queries.ts'
import type { ContentFiles } from './content.files.ts'

type FeatureSwitches = Record<FeatureName, boolean>

/** Options of the launch that change the content. */
export interface NewSiteOptions {
  features: FeatureSwitches
  currency: Currency
}

/**
 * Returns the articles and products that `starter.yaml` lists, without invented people, reviews and links to disabled features. Products are
 * marked as examples and priced in the site's currency. Articles keep prices in pounds, as their sources are British.
 */
export function selectStarterContent(
  allContent: ContentFiles,
  { features = ALL_FEATURES_ON, currency = 'gbp' }: Partial<NewSiteOptions> = {},
): CatalogueContent {
  const { starter } = allContent
  const articles = selectBySlug(allContent.articles, starter.articles)
  const products = selectBySlug(allContent.products, starter.products)
  const knownPaths = new Set([...articles.map(({ slug }) => `/articles/${slug}`), ...products.map(({ slug }) => `/products/${slug}`)])
  const adaptText = (text: string) => removeDeadLinks(removeDemoPeople(text, allContent.experts), features, knownPaths)
  const convertCurrencySymbols = (text: string) => text.replaceAll(CURRENCY_SYMBOLS.gbp, CURRENCY_SYMBOLS[currency])
  return {
    ...selectEmptyContent(allContent),
    byline: starter.byline,
    articles: articles.map((article) => ({ ...article, content: adaptText(article.content) })),
    products: products.map((product) => ({
      ...product,
      price: product.price && convertCurrencySymbols(product.price),
      description: `${convertCurrencySymbols(adaptText(product.description.trim()))}\n\n${starter.example}`,
      features: convertCurrencySymbols(product.features),
      technicalSpecs: convertCurrencySymbols(product.technicalSpecs),
    })),
    topics: createWelcomeTopics(allContent, features),
  }
}

/**
 * Returns the items with these slugs, in the order of the slugs.
 * @throws Error if a slug is unknown
 */
const selectBySlug = <T extends { slug: string }>(items: T[], slugs: string[]): T[] =>
  slugs.map((slug) => {
    const item = items.find((candidate) => candidate.slug === slug)
    if (!item) throw new Error(`starter.yaml names "${slug}", which does not exist.`)
    return item
  })

/** Keeps only categories and badges, which a site needs before content can be added. */
export const selectEmptyContent = (allContent: ContentFiles): ContentFiles => ({
  ...allContent,
  experts: [],
  users: [],
  topics: [],
  reviews: [],
  enquiries: [],
  articles: [],
  expertArticles: [],
  products: [],
})

/** Returns a welcome topic per category. It invites visitors to write only if the site has user accounts. */
const createWelcomeTopics = ({ categories, starter }: ContentFiles, { userAccounts }: FeatureSwitches): ContentFiles['topics'] =>
  categories.map(({ slug, name }) => ({
    title: `Welcome to ${name}`,
    category: slug,
    author: 'guest',
    ago: '1m',
    views: 0,
    replies: [],
    content: userAccounts
      ? `This is the place for questions and answers about ${toSentenceCase(name)}. ${starter.welcome[slug] ?? 'Say what you have, and what you would like to know.'}`
      : `Questions and answers about ${toSentenceCase(name)}, written by the editors of this site.`,
  }))

/** Lower-cases words but not abbreviations: `Electric Vehicles` becomes `electric vehicles`, `EV Chargers` becomes `EV chargers`. */
const toSentenceCase = (name: string): string => name.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase())

/** Removes sentences that mention or link to members, reviews and experts, which a new site does not have. */
function removeDemoPeople(text: string, experts: ContentFiles['experts']): string {
  const patterns = [DEMO_PEOPLE_PATTERN, DEMO_PEOPLE_LINK_PATTERN, ...experts.map(({ name }) => new RegExp(name.replace(/^Dr /, '')))]
  return text
    .split(/(?<=[.!?])(?=\s)/)
    .map((sentence) => (patterns.some((pattern) => pattern.test(sentence)) ? getLeadingLineBreaks(sentence) : sentence))
    .join('')
}

const DEMO_PEOPLE_PATTERN = /\bour (reviews|reviewers|owners|forum|members|readers)\b/i
const DEMO_PEOPLE_LINK_PATTERN = /\]\(\/(forum\/\d|user\/|articles\/expert\/)/
/** Returns the line breaks before a removed sentence, which stay so that the next sentence does not join the previous paragraph. */
const getLeadingLineBreaks = (sentence: string): string => /^\n*/.exec(sentence)?.[0] ?? ''

const LINK_PATTERN = /(?<!!)\[([^\]]+)\]\((\/[^)\s]*)[^)]*\)/g

/** Replaces links to disabled features and missing pages by their text. */
const removeDeadLinks = (text: string, features: FeatureSwitches, knownPaths: ReadonlySet<string>): string =>
  text.replace(LINK_PATTERN, (link, label: string, target: string) =>
    isReachable(target.split(/[?#]/, 1)[0] ?? target, features, knownPaths) ? link : label,
  )

function isReachable(path: string, features: FeatureSwitches, knownPaths: ReadonlySet<string>): boolean {
  const [, section = '', id] = path.split('/')
  if (section === 'articles' || section === 'products') return features[section] && (id === undefined || knownPaths.has(path))
  if (section === 'forum') return features.forums
  if (section === 'enquiry' || section === 'deploy') return false
  return features.userAccounts || !['sign-up', 'sign-in', 'account'].includes(section)
}
