/** Previews the generated drawing that visitors see for a product without an image. */
import { PicturePreview } from '#admin/editor/pictures/picture-preview.tsx'
import { categoryClass } from '#features/categories/category.client.ts'
import { productDrawingPath, type DescribedProduct } from '#features/products/product-drawing.policy.ts'
import * as styles from './product-drawn.module.css'

export function ProductIllustration(product: DescribedProduct) {
  const drawing = productDrawingPath(product)
  return (
    <div className={`${styles.productDrawn} ${categoryClass(product.categorySlug)}`}>
      {drawing && <PicturePreview src={drawing} alt="" />}
      <p className="hint">
        {drawing
          ? 'Shown when there is no image. Drawn from the name, category and specifications.'
          : 'Without an image, visitors see a parcel until the category and specifications say what to draw.'}
      </p>
    </div>
  )
}
