import { useState } from 'react'
import { formatPlainPrice } from '#features/products/prices/price.policy.ts'
import { useWording } from '#ui/text/use-wording.ts'

export interface PlainPrice {
  /** What leaving the field would make of it. */
  coming: string | undefined
  /** What was typed, while what was made of it stands in the field. */
  typed: string | undefined
  /** Whether the field holds a bare number that the administrator wants to keep as it is. */
  isKept: boolean
  /** Makes a price of a bare number. @returns what stands in the field now */
  leave: () => string
  /** Puts back what was typed, for good. */
  keepTyped: () => void
}

/** A bare number becomes a price in the site's money when it is left. What is stored already, and what somebody has put back, stays. */
export function usePlainPrice(value: string, write: (price: string) => void): PlainPrice {
  const { symbol } = useWording()
  const [kept, keep] = useState([value])
  const [made, setMade] = useState<{ typed: string; price: string }>()
  const isMade = made !== undefined && made.price === value
  const coming = kept.includes(value) ? undefined : formatPlainPrice(value, symbol)

  return {
    coming,
    typed: isMade ? made.typed : undefined,
    isKept: kept.indexOf(value) > 0,
    leave() {
      if (coming === undefined) return value
      setMade({ typed: value, price: coming })
      write(coming)
      return coming
    },
    keepTyped() {
      if (!isMade) return
      keep([...kept, made.typed])
      setMade(undefined)
      write(made.typed)
    },
  }
}
