import './price-text.css'

/** A price as it is stored: the amount heavy, the words around it small and quiet. Without a price it says `£POA`. */
export function PriceText({ price, className }: { price: string | null | undefined; className?: string | undefined }) {
  const { before, amount, after } = priceParts(price || '£POA')
  return (
    <p className={className ? `price ${className}` : 'price'}>
      {before && <small>{before}</small>}
      <span className="num">{amount}</span>
      {after && <small>{after}</small>}
    </p>
  )
}

/** Cuts a price text at its first amount (or range of amounts); the three parts put together are the text again. */
export function priceParts(price: string): { before: string; amount: string; after: string } {
  const found = /[£$€]?\s?\d[\d,]*(?:\.\d+)?(?:\s?[–-]\s?[£$€]?\d[\d,]*(?:\.\d+)?)?/.exec(price)
  if (!found) return { before: '', amount: price, after: '' }
  const end = found.index + found[0].length
  return { before: price.slice(0, found.index), amount: found[0], after: price.slice(end) }
}
