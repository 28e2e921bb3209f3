/** Links to the tools with inputs that the product's specs can fill. */
import type { Product } from '#features/products/product.client.ts'
import type { Specification } from '#features/products/specifications/specification.policy.ts'
import { toolLinksForProduct } from '#features/tools/product-sums.policy.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { paths } from '#site/paths.ts'
import * as styles from './product.module.css'

export function ProductToolLinks({ product, specs }: { product: Product; specs: readonly Specification[] }) {
  const links = toolLinksForProduct(product.categorySlug, specs)
  if (links.length === 0) return null
  return (
    <p className={`actions no-print ${styles.productSums}`}>
      {links.map(({ tool, label, inputs }) => (
        <ButtonLink key={tool} variant="quiet" to={paths.tool(tool, inputs)}>
          {label}
        </ButtonLink>
      ))}
    </p>
  )
}
