/** What stands in place of a picture that is not given: the drawing as visitors will see it, following what is typed. */
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
          ? 'Shown in place of a picture: drawn from the name, the category and the specifications.'
          : 'Without a picture a parcel is shown, or a drawing as soon as the category and the specifications say what it is.'}
      </p>
    </div>
  )
}
