import type { ComparedProduct } from '#features/products/product.client.ts'
import { Notice } from '#ui/states/notice.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { joinNames } from './compare-title.ts'
import * as styles from './compare.module.css'

export function CompareRemarks({
  unknownSlugs,
  isTruncated,
  products,
}: {
  unknownSlugs: string[]
  isTruncated: boolean
  products: ComparedProduct[]
}) {
  const { count } = useWording()
  const categories = [...new Set(products.map(({ categoryName }) => categoryName))]
  return (
    <div className={styles.compareRemarks}>
      {unknownSlugs.length > 0 && (
        <Notice
          tone="warn"
          title={unknownSlugs.length === 1 ? 'One product was not found' : `${count(unknownSlugs.length, NOUNS.product)} were not found`}
        >
          There is no product at {joinNames(unknownSlugs.map((slug) => `“${slug}”`))}.{products.length > 0 && ' The others are below.'}
        </Notice>
      )}
      {isTruncated && (
        <Notice tone="warn" title="The first four are shown">
          You can compare up to four products.
        </Notice>
      )}
      {categories.length > 1 && (
        <Notice title="These are different kinds of product">
          {joinNames(categories)}. Specifications that they share come first; “not stated” marks those that do not apply.
        </Notice>
      )}
    </div>
  )
}
