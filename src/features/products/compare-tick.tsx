import { toast } from '#ui/toast-store.ts'
import { addToCompared, removeFromCompared, useCompared, type PutAside } from './compared.client.ts'
import './compare-tick.css'

/** Puts a product aside to compare, or takes it back. */
export function CompareTick({ product }: { product: PutAside }) {
  const isOn = useCompared().some(({ slug }) => slug === product.slug)
  const change = () => {
    if (isOn) removeFromCompared(product.slug)
    else if (!addToCompared(product)) toast({ title: 'Four products at most', message: 'Take one away to compare this one.' })
  }
  return (
    <label className="compare-tick">
      <input type="checkbox" checked={isOn} onChange={change} />
      <span>
        Compare<span className="vh"> {product.name}</span>
      </span>
    </label>
  )
}
