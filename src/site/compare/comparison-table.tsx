/** Compares products in a table with a column for each product and a row for each spec. */
import { Fragment, type ReactNode } from 'react'
import { categoryClassById } from '#features/categories/category.client.ts'
import { markBestPrices, compareSpecifications, type ComparedLine } from '#features/products/comparison/comparison.policy.ts'
import { PriceText } from '#features/products/prices/price-text.tsx'
import { pickProductImage, productLabel, type ComparedProduct } from '#features/products/product.client.ts'
import { SpecValue } from '#features/products/specifications/spec-table.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { paths } from '#site/paths.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './comparison-table.module.css'

interface ComparisonTableProps {
  products: ComparedProduct[]
  onlyDifferences: boolean
}

interface Row {
  key: string
  label: string
  /** One cell for each product. Null or undefined: the product does not state the spec. */
  cells: ReactNode[]
  /** Whether the products differ in this row. */
  differs: boolean
  /** Whether the cell at the same index has the best value. */
  best: boolean[]
}

export function ComparisonTable({ products, onlyDifferences }: ComparisonTableProps) {
  const { symbol } = useWording()
  const specifications = compareSpecifications(products)
  const allGroups = [
    { title: 'Price and rating', rows: listOverviewRows(products, symbol) },
    { title: 'Specifications', rows: specifications.filter(({ isNumeric }) => isNumeric).map(toRow) },
    { title: 'Other details', rows: specifications.filter(({ isNumeric }) => !isNumeric).map(toRow) },
  ]
  const allRows = allGroups.flatMap(({ rows }) => rows)
  const canDiffer = products.length > 1
  const groups = allGroups.map(({ title, rows }) => ({
    title,
    rows: onlyDifferences && canDiffer ? rows.filter(({ differs }) => differs) : rows,
  }))
  const hasRows = groups.some(({ rows }) => rows.length > 0)

  return (
    <>
      {canDiffer && (
        <p className={`hint ${styles.compareDiffer}`} role="status">
          {allRows.filter(({ differs }) => differs).length} of {allRows.length} lines differ
          {onlyDifferences ? '. Only these are shown.' : ', marked ≠.'}
        </p>
      )}
      {products.length > 2 && (
        <p className={`hint ${styles.compareSwipe} no-print`}>Scroll sideways to see all {products.length} products.</p>
      )}
      <ScrollRegion className={joinClasses(styles.compareScroll, products.length > 2 && styles.compareWide)} label="Comparison">
        <table className={styles.compare} data-products={products.length}>
          <caption className="visuallyHidden">
            {products.map(({ id, name }, index) => (
              <Fragment key={id}>
                <bdi>{name}</bdi>
                {index < products.length - 1 ? ', ' : ', side by side'}
              </Fragment>
            ))}
          </caption>
          <thead>
            <tr className={styles.comparePictures} aria-hidden="true">
              <th scope="row">
                <span className="visuallyHidden">Picture</span>
              </th>
              {products.map(({ id, image, drawing, categoryId }) => (
                <td key={id} headers={getHeaderId(id)} className={categoryClassById(categoryId)}>
                  <Picture
                    className={styles.plate}
                    src={pickProductImage({ image, drawing })}
                    alt=""
                    boxLabel={productLabel(categoryId)}
                    ratio="400/320"
                    eager
                    sizes="18rem"
                  />
                </td>
              ))}
            </tr>
            <tr className={styles.compareNames}>
              <th scope="col">
                <span className="visuallyHidden">Line</span>
              </th>
              {products.map(({ id, slug, name, isDemo }) => (
                <th key={id} id={getHeaderId(id)} scope="col">
                  <Link to={paths.product(slug)} dir="auto">
                    {name}
                  </Link>
                  {isDemo && (
                    <>
                      {' '}
                      <DemoChip />
                    </>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(
            ({ title, rows }, index) =>
              rows.length > 0 && (
                <tbody key={title}>
                  <tr className={styles.compareGroup}>
                    <th scope="rowgroup" colSpan={products.length + 1}>
                      <span>{title}</span>
                    </th>
                  </tr>
                  {index > 0 && products.length > 2 && (
                    <tr className={styles.compareRepeat} aria-hidden="true">
                      <th scope="row">
                        <span className="visuallyHidden">Product</span>
                      </th>
                      {products.map(({ id, name }) => (
                        <td key={id} dir="auto">
                          {name}
                        </td>
                      ))}
                    </tr>
                  )}
                  {rows.map((row) => (
                    <ComparisonRow key={row.key} row={row} canDiffer={canDiffer} products={products} />
                  ))}
                </tbody>
              ),
          )}
          {!hasRows && (
            <tbody>
              <tr className={styles.compareGroup}>
                <td colSpan={products.length + 1}>There are no differences.</td>
              </tr>
            </tbody>
          )}
          <tfoot className={styles.compareFoot}>
            <tr>
              <th scope="row">
                <span className="visuallyHidden">Enquiry</span>
              </th>
              {products.map(({ id, slug, name }) => (
                <td key={id}>
                  <ButtonLink variant="quiet" size="s" to={paths.enquiry(slug)}>
                    Add to Enquiry
                    <span className="visuallyHidden">
                      : <bdi>{name}</bdi>
                    </span>
                  </ButtonLink>
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </>
  )
}

function ComparisonRow({
  row: { label, cells, differs, best },
  canDiffer,
  products,
}: {
  row: Row
  canDiffer: boolean
  products: ComparedProduct[]
}) {
  return (
    <tr className={joinClasses(canDiffer && differs && styles.isDifferent)}>
      <th scope="row">
        <bdi>{label}</bdi>
        {canDiffer && differs && <span className="visuallyHidden"> (differs)</span>}
      </th>
      {cells.map((cell, index) => (
        <td key={products[index]?.id}>
          {cell ?? <span className={styles.notStated}>not stated</span>}{' '}
          {best[index] && (
            <span className={styles.best}>
              <Icon name="check" />
              Best
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

const getHeaderId = (productId: number): string => `compared-${productId}`

const toRow = ({ key, label, cells, differs, best }: ComparedLine): Row => ({
  key,
  label,
  differs,
  best,
  cells: cells.map((spec) => spec && (spec.value === '' ? 'yes' : <SpecValue key={spec.key} spec={spec} />)),
})

/** Lists the rows with data that every product has. No rating is marked as best: a few more reviews do not make a product better. */
function listOverviewRows(products: ComparedProduct[], symbol: string): Row[] {
  const noneBest = products.map(() => false)
  const differs = (select: (product: ComparedProduct) => unknown) => new Set(products.map(select)).size > 1
  const isSameCategory = !differs(({ categorySlug }) => categorySlug)
  return [
    {
      key: 'price',
      label: 'Price',
      differs: differs(({ price }) => price),
      best: isSameCategory
        ? markBestPrices(
            products.map(({ price }) => price),
            symbol,
          )
        : noneBest,
      cells: products.map(({ id, price }) => <PriceText key={id} price={price} />),
    },
    {
      key: 'rating',
      label: 'Rating',
      differs: differs(({ averageRating, reviewCount }) => `${averageRating} ${reviewCount}`),
      best: noneBest,
      cells: products.map(({ id, averageRating, reviewCount }) =>
        reviewCount > 0 ? <StarRating key={id} value={averageRating} count={reviewCount} label="Rating:" /> : 'No reviews yet',
      ),
    },
    ...(isSameCategory
      ? []
      : [{ key: 'kind', label: 'Kind', differs: true, best: noneBest, cells: products.map(({ categoryId }) => productLabel(categoryId)) }]),
  ]
}
