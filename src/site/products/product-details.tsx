import { featureLines, type Product } from '#features/products/product.client.ts'
import { SpecTable } from '#features/products/specifications/spec-table.tsx'
import { parseSpecifications } from '#features/products/specifications/specification.policy.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { ProductToolLinks } from './product-tool-links.tsx'
import { splitParagraphs } from './split-paragraphs.ts'
import * as styles from './product.module.css'

export function ProductDetails({ product }: { product: Product }) {
  const paragraphs = splitParagraphs(product.description)
  // The first of several paragraphs is the lead next to the picture (ProductHero).
  const [first, ...rest] = paragraphs.length > 1 ? paragraphs.slice(1) : paragraphs
  const featureItems = featureLines(product.features)
  const { features } = useSite()
  const specs = parseSpecifications(product.technicalSpecs, product.categorySlug)
  return (
    <div className={styles.details}>
      <div className="prose">
        <h2>Description</h2>
        <p dir="auto" className={styles.detailsFirst}>
          {first}
        </p>
        {rest.map((text, index) => (
          <p key={index} dir="auto">
            {text}
          </p>
        ))}
        {featureItems.length > 0 && (
          <>
            <h2>Features</h2>
            <ul className={styles.ticks}>
              {featureItems.map((feature, index) => (
                <li key={index}>
                  <Icon name="check" />
                  <span dir="auto">{feature}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {specs.length > 0 && (
        <div>
          <h2>Technical specification</h2>
          <SpecTable specs={specs} />
          {features.tools && <ProductToolLinks product={product} specs={specs} />}
        </div>
      )}
    </div>
  )
}
