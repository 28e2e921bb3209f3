import { useWording } from '#ui/text/use-wording.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { PRICE_NUMBER } from './price-number.policy.ts'
import * as styles from './price-text.module.css'

/** Renders a price with its amount in bold and the words around it in small type. A missing price shows as `£POA`, with the site's currency symbol. */
export function PriceText({ price, className }: { price: string | null | undefined; className?: string | undefined }) {
  const { symbol } = useWording()
  const { before, amount, after } = splitPrice(price || `${symbol}POA`)
  return (
    <p data-part="price" className={joinClasses(styles.price, className)}>
      {before && <small>{before}</small>}
      <span className="num">{amount}</span>
      {after && <small>{after}</small>}
    </p>
  )
}

const SYMBOL = String.raw`(?:£|€|(?:\b[A-Z]{1,2})?\$)?`
const AMOUNT_OR_RANGE = new RegExp(String.raw`${SYMBOL}\s?${PRICE_NUMBER}(?:\s?[–-]\s?${SYMBOL}${PRICE_NUMBER})?`, 'u')

/** Splits a price text at its first amount or range of amounts; the three parts add up to the text. */
export function splitPrice(price: string): { before: string; amount: string; after: string } {
  const match = AMOUNT_OR_RANGE.exec(price)
  if (!match) return { before: '', amount: price, after: '' }
  const end = match.index + match[0].length
  return { before: price.slice(0, match.index), amount: match[0], after: price.slice(end) }
}
