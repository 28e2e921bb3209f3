import { CaveatCallouts } from '#features/figures/caveats/caveat-callout.tsx'
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
  // If there are several paragraphs, ProductHero shows the first one next to the picture.
  const [firstParagraph, ...otherParagraphs] = paragraphs.length > 1 ? paragraphs.slice(1) : paragraphs
  const productFeatures = featureLines(product.features)
  const { features: siteFeatures } = useSite()
  const specs = parseSpecifications(product.technicalSpecs, product.categorySlug)
  return (
    <div className={styles.details}>
      <div className="prose">
        <h2>Description</h2>
        <p dir="auto" className={styles.detailsFirst}>
          {firstParagraph}
        </p>
        {otherParagraphs.map((text, index) => (
          <p key={index} dir="auto">
            {text}
          </p>
        ))}
        <CaveatCallouts caveats={product.caveats} />
        {productFeatures.length > 0 && (
          <>
            <h2>Features</h2>
            <ul className={styles.ticks}>
              {productFeatures.map((feature, index) => (
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
          {siteFeatures.tools && <ProductToolLinks product={product} specs={specs} />}
        </div>
      )}
    </div>
  )
}
