import { useWording } from '#ui/use-wording.ts'
import { joinClasses } from '#ui/join-classes.ts'
import * as styles from './price-text.module.css'

/** A price as it is stored: the amount heavy, the words around it small and quiet. Without a price it says `£POA`, with the site's own symbol. */
export function PriceText({ price, className }: { price: string | null | undefined; className?: string | undefined }) {
  const { symbol } = useWording()
  const { before, amount, after } = priceParts(price || `${symbol}POA`)
  return (
    <p data-part="price" className={joinClasses(styles.price, className)}>
      {before && <small>{before}</small>}
      <span className="num">{amount}</span>
      {after && <small>{after}</small>}
    </p>
  )
}

/** Cuts a price text at its first amount (or range of amounts); the three parts put together are the text again. */
export function priceParts(price: string): { before: string; amount: string; after: string } {
  const found = /(?:£|€|(?:\b[A-Z]{1,2})?\$)?\s?\d[\d,]*(?:\.\d+)?(?:\s?[–-]\s?(?:£|€|(?:\b[A-Z]{1,2})?\$)?\d[\d,]*(?:\.\d+)?)?/.exec(price)
  if (!found) return { before: '', amount: price, after: '' }
  const end = found.index + found[0].length
  return { before: price.slice(0, found.index), amount: found[0], after: price.slice(end) }
}
