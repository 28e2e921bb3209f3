/** What a new site of somebody's own begins with: of the demo content what is true without the people who are in it. */
import type { FeatureName } from '#platform/context.ts'
import type { Content } from './content.files.ts'

type Switches = Record<FeatureName, boolean>

const ARTICLES_PER_CATEGORY = 2
const PRODUCTS = 6
const ALL_ON: Switches = { products: true, articles: true, forums: true, expertAdvice: true, userAccounts: true }

/** Categories, two articles in each, six products; no invented people or reviews, and not a word or a link about what is off. */
export function starterOf(all: Content, features: Switches = ALL_ON): Content {
  const taken = new Map<string, number>()
  const articles = all.articles.filter(({ category }) => {
    const before = taken.get(category) ?? 0
    taken.set(category, before + 1)
    return before < ARTICLES_PER_CATEGORY
  })
  const firstOfCategory = all.categories.flatMap(({ slug }) => all.products.filter(({ category }) => category === slug).slice(0, 1))
  const products = firstOfCategory.slice(0, PRODUCTS)
  const there = new Set([...articles.map(({ slug }) => `/articles/${slug}`), ...products.map(({ slug }) => `/products/${slug}`)])
  const fitting = (text: string) => withoutLinks(withoutDemoPeople(text), features, there)
  return {
    ...emptyOf(all),
    experts: all.experts,
    articles: articles.map((article) => ({ ...article, content: fitting(article.content) })),
    products: products.map((product) => ({ ...product, description: fitting(product.description) })),
    topics: welcomeTopics(all, features),
  }
}

/** The categories and the badges: without them nothing could be added. */
export const emptyOf = (all: Content): Content => ({
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
const welcomeTopics = ({ categories }: Content, { userAccounts }: Switches): Content['topics'] =>
  categories.map(({ slug, name }) => ({
    title: `Welcome to ${name}`,
    category: slug,
    author: 'guest',
    ago: '1m',
    views: 0,
    replies: [],
    content: userAccounts
      ? `This is the place for questions and answers about ${inSentence(name)}. Say what you have, what you are thinking of, and what you would like to know.`
      : `Questions and answers about ${inSentence(name)} are kept here. The people who run this site write them, and everybody can read them.`,
  }))

/** `Electric Vehicles` → `electric vehicles`, `EV Chargers` → `EV chargers`. */
const inSentence = (name: string): string => name.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase())

/** A new site has no members and no reviews that a sentence could speak of. */
const withoutDemoPeople = (text: string): string =>
  text
    .split(/(?<=[.!?])(?=\s)/)
    .filter((sentence) => !/\bour (reviews|reviewers|owners|forum|members|readers)\b/i.test(sentence))
    .join('')

const LINK = /(?<!!)\[([^\]]+)\]\((\/[^)\s]*)[^)]*\)/g

/** A link to what is off, or to what only the demo content has, becomes the words it stood on. */
const withoutLinks = (text: string, features: Switches, there: ReadonlySet<string>): string =>
  text.replace(LINK, (link, words: string, to: string) => (leadsOn(to.split(/[?#]/, 1)[0] ?? to, features, there) ? link : words))

function leadsOn(path: string, features: Switches, there: ReadonlySet<string>): boolean {
  const [, section = '', id] = path.split('/')
  if (section === 'articles' || section === 'products') return features[section] && (id === undefined || there.has(path))
  if (section === 'forum') return features.forums && id === undefined
  if (section === 'user' || section === 'enquiry' || section === 'deploy') return false
  return features.userAccounts || !['sign-up', 'sign-in', 'account'].includes(section)
}
