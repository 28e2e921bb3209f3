import { categoryClassById, type Category } from '#features/categories/category.client.ts'
import { pickProductImage, type ListedProduct, type ProductSort } from '#features/products/product.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { IconButton } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { DataTable } from '#ui/lists/data-table.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { formatRating } from '#ui/pictures/rating.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './products.module.css'

interface ProductTableProps {
  rows: ListedProduct[]
  /** All categories; undefined while they load. */
  categories: Category[] | undefined
  sort: ProductSort
  busy: boolean
  selectedIds: ReadonlySet<number>
  onSelection: (selection: Set<number>) => void
  onSort: (sort: ProductSort) => void
  onEdit: (product: ListedProduct) => void
  onDelete: (product: ListedProduct) => void
}

export function ProductTable({ rows, categories, sort, busy, selectedIds, onSelection, onSort, onEdit, onDelete }: ProductTableProps) {
  const getCategoryName = ({ categoryId, categoryName }: ListedProduct) =>
    categories ? (categories.find(({ id }) => id === categoryId)?.name ?? 'Unknown') : categoryName
  const columns: DataTableColumn<ListedProduct>[] = [
    { key: 'name', header: 'Name', isTitle: true, sortKey: 'name', sortDirection: 'ascending', cell: NameCell },
    { key: 'category', header: 'Category', cell: getCategoryName },
    {
      key: 'price',
      header: 'Price',
      align: 'right',
      className: styles.productPrice,
      // The column has two sort keys, so that a second click reverses the order.
      sortKey: sort === 'price-high' ? 'price-high' : 'price-low',
      sortDirection: sort === 'price-high' ? 'descending' : 'ascending',
      cell: ({ price }) => price || '-',
    },
    { key: 'rating', header: 'Rating', align: 'right', sortKey: 'rating', cell: RatingCell },
    {
      key: 'featured',
      header: 'Featured',
      cell: ({ isFeatured }) => (isFeatured ? <Badge>Featured</Badge> : <span className="hint">No</span>),
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'right',
      isActions: true,
      cell: (product) => (
        <>
          <Tooltip text="Edit">
            <IconButton icon="edit" label={`Edit ${product.name}`} onClick={() => onEdit(product)} />
          </Tooltip>
          <Tooltip text="Delete">
            <IconButton icon="trash" label={`Delete ${product.name}`} variant="danger" onClick={() => onDelete(product)} />
          </Tooltip>
        </>
      ),
    },
  ]
  const changeSort = (key: string) =>
    onSort(key !== sort ? (key as ProductSort) : key === 'price-low' ? 'price-high' : key === 'price-high' ? 'price-low' : sort)
  return (
    <DataTable
      label="Products"
      rows={rows}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      columns={columns}
      sort={sort}
      onSort={changeSort}
      busy={busy}
      selection={selectedIds}
      onSelection={onSelection}
      onOpen={onEdit}
    />
  )
}

function NameCell({ name, slug, image, drawing, categoryId, isDemo }: ListedProduct) {
  return (
    <span className={`${styles.productName} ${categoryClassById(categoryId)}`}>
      <Picture src={pickProductImage({ image, drawing })} alt="" ratio="1/1" sizes="3rem" className={styles.productThumb} />
      <span>
        <bdi>{name}</bdi> {isDemo && <DemoChip />}
        <small>/products/{slug}</small>
      </span>
    </span>
  )
}

function RatingCell({ averageRating, reviewCount }: ListedProduct) {
  if (reviewCount === 0) return <span className="hint">None</span>
  return (
    <>
      <b className="num">{formatRating(averageRating)}</b> <span className="hint">({reviewCount})</span>
    </>
  )
}
