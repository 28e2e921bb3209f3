/** Below the specifications: the sums that they fill. */
import type { Product } from '#features/products/product.client.ts'
import { parsePriceAmount, parsePriceUnit } from '#features/products/prices/price.policy.ts'
import type { Specification } from '#features/products/specifications/specification.policy.ts'
import { sumsForProduct } from '#features/tools/product-sums.policy.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { paths } from '#site/paths.ts'
import * as styles from './product.module.css'

export function ProductSums({ product, specs }: { product: Product; specs: readonly Specification[] }) {
  const { symbol } = useWording()
  const isSum = parsePriceUnit(product.price, symbol) !== 'other'
  const price = isSum ? (parsePriceAmount(product.price, symbol) ?? undefined) : undefined
  const sums = sumsForProduct(product.categorySlug, specs, price)
  if (sums.length === 0) return null
  return (
    <p className={`actions no-print ${styles.productSums}`}>
      {sums.map(({ tool, label, given }) => (
        <ButtonLink key={tool} variant="quiet" to={paths.tool(tool, given)}>
          {label}
        </ButtonLink>
      ))}
    </p>
  )
}
