/** Default tagline and description of a site. They mention only enabled features. */

type Switches = Record<'products' | 'articles' | 'forums' | 'expertAdvice' | 'userAccounts', boolean>

const SUBJECTS = 'electric vehicles, solar panels, battery storage, home efficiency, green living and EV chargers'
/** Experts are mentioned only with fewer other features than this. */
const MIN_SUBJECTS = 2

/** Returns a sentence for the footer, search engines and shared links. */
export function defaultSiteDescription({ products, articles, forums, expertAdvice, userAccounts }: Switches): string {
  const parts = [
    articles && 'independent guides',
    products && (userAccounts ? 'owners’ reviews' : 'a product catalogue'),
    forums && (userAccounts ? 'a friendly forum' : 'questions and answers'),
  ].filter((words) => words !== false)
  if (expertAdvice && parts.length < MIN_SUBJECTS) parts.push('advice from named experts')
  return parts.length ? capitalise(`${joinWords(parts, 'and')} about ${SUBJECTS}.`) : capitalise(`${SUBJECTS}.`)
}

/** Returns a short text that follows the site's name, in the header and in page titles. */
export function defaultSiteTagline({ products, articles, forums, expertAdvice, userAccounts }: Switches): string {
  const parts = [articles && 'Guides', products && (userAccounts ? 'Reviews' : 'Products'), forums && 'Forum'].filter(
    (word) => word !== false,
  )
  if (expertAdvice && parts.length < MIN_SUBJECTS) parts.push('Expert Advice')
  return joinWords(parts, '&')
}

const joinWords = (words: string[], conjunction: string): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
