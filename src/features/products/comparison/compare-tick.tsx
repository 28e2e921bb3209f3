import { toast } from '#ui/overlays/toast-store.ts'
import { addToCompared, removeFromCompared, useCompared, type ComparedItem } from './compared.client.ts'
import * as styles from './compare-tick.module.css'

/** Renders a checkbox that adds a product to the comparison or removes it. */
export function CompareTick({ product }: { product: ComparedItem }) {
  const isCompared = useCompared().some(({ slug }) => slug === product.slug)
  const toggle = () => {
    if (isCompared) removeFromCompared(product.slug)
    else if (!addToCompared(product)) toast({ title: 'You can compare up to four products', message: 'Remove one to compare this one.' })
  }
  return (
    <label className={styles.compareTick}>
      <input type="checkbox" checked={isCompared} onChange={toggle} />
      <span>
        Compare
        <span className="visuallyHidden">
          {' '}
          <bdi>{product.name}</bdi>
        </span>
      </span>
    </label>
  )
}
