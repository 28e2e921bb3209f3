import { toast } from '#ui/overlays/toast-store.ts'
import { addToCompared, removeFromCompared, useCompared, type ComparedItem } from './compared.client.ts'
import * as styles from './compare-tick.module.css'

/** Checkbox that adds a product to the comparison or removes it. */
export function CompareTick({ product }: { product: ComparedItem }) {
  const isOn = useCompared().some(({ slug }) => slug === product.slug)
  const change = () => {
    if (isOn) removeFromCompared(product.slug)
    else if (!addToCompared(product)) toast({ title: 'You can compare up to four products', message: 'Remove one to compare this one.' })
  }
  return (
    <label className={styles.compareTick}>
      <input type="checkbox" checked={isOn} onChange={change} />
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
