/** A site's tagline and description until somebody writes them. They name only what is switched on. */

type Switches = Record<'products' | 'articles' | 'forums' | 'expertAdvice' | 'userAccounts', boolean>

const SUBJECTS = 'electric vehicles, solar panels, battery storage, home efficiency, green living and EV chargers'
/** Experts are named only where there is little else. */
const ENOUGH = 2

/** A sentence for the footer, search engines and shared links. */
export function defaultSiteDescription({ products, articles, forums, expertAdvice, userAccounts }: Switches): string {
  const found = [
    articles && 'independent guides',
    products && (userAccounts ? 'owners’ reviews' : 'a product catalogue'),
    forums && (userAccounts ? 'a friendly forum' : 'questions and answers'),
  ].filter((words) => words !== false)
  if (expertAdvice && found.length < ENOUGH) found.push('advice from named experts')
  return found.length ? capitalised(`${listed(found, 'and')} about ${SUBJECTS}.`) : capitalised(`${SUBJECTS}.`)
}

/** A few words that stand behind the name, in the header and in every title. */
export function defaultSiteTagline({ products, articles, forums, expertAdvice, userAccounts }: Switches): string {
  const found = [articles && 'Guides', products && (userAccounts ? 'Reviews' : 'Products'), forums && 'Forum'].filter(
    (word) => word !== false,
  )
  if (expertAdvice && found.length < ENOUGH) found.push('Expert Advice')
  return listed(found, '&')
}

const listed = (words: string[], and: string): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
