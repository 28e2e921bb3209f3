import type { ArticleDraft } from '#features/articles/editing/article-editing.client.ts'
import type { Expert } from '#features/experts/expert.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { IconButton } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { DataTable } from '#ui/lists/data-table.tsx'
import { RelativeTime, ShortTime } from '#ui/text/time.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { ArticleLink } from './article-link.tsx'
import { ArticleStatusBadge } from './article-status.tsx'
import type { ArticleSort } from './article-tools.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './articles.module.css'

/** Ratings above this number have a highlighted badge (ADM-ART-05). */
const HIGHLIGHT_RATINGS_ABOVE = 4

interface ArticleTableProps {
  rows: ArticleDraft[]
  experts: Expert[]
  sort: ArticleSort
  busy: boolean
  onSort: (sort: ArticleSort) => void
  onEdit: (article: ArticleDraft) => void
  onDelete: (article: ArticleDraft) => void
}

export function ArticleTable({ rows, experts, sort, busy, onSort, onEdit, onDelete }: ArticleTableProps) {
  const columns: DataTableColumn<ArticleDraft>[] = [
    { key: 'title', header: 'Title', isTitle: true, sortKey: 'title', sortDirection: 'ascending', cell: TitleCell },
    { key: 'category', header: 'Category', cell: ({ categoryId, categoryName }) => (categoryId === null ? 'Unknown' : categoryName) },
    { key: 'author', header: 'Author', cell: (article) => getAuthorName(article, experts) },
    { key: 'date', header: 'Date', sortKey: 'newest', className: styles.articleDate, cell: DateCell },
    { key: 'rating', header: 'Rating', align: 'right', sortKey: 'rating', cell: ({ rating }) => <RatingBadge rating={rating ?? 0} /> },
    {
      key: 'actions',
      header: 'Actions',
      align: 'right',
      isActions: true,
      cell: (article) => (
        <>
          <Tooltip text="Edit">
            <IconButton icon="edit" label={`Edit ${article.title}`} onClick={() => onEdit(article)} />
          </Tooltip>
          <Tooltip text="Delete">
            <IconButton icon="trash" label={`Delete ${article.title}`} variant="danger" onClick={() => onDelete(article)} />
          </Tooltip>
        </>
      ),
    },
  ]
  return (
    <DataTable
      label="Articles"
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      sort={sort}
      onSort={(key) => onSort(key as ArticleSort)}
      busy={busy}
      onOpen={onEdit}
    />
  )
}

/** Returns the author name stored in the article or, without one, the name of its expert. */
const getAuthorName = ({ ownAuthorName, authorId }: ArticleDraft, experts: Expert[]): string =>
  ownAuthorName || experts.find(({ id }) => id === authorId)?.name || 'Unknown'

function TitleCell(article: ArticleDraft) {
  return (
    <span className={styles.articleTitle}>
      <span dir="auto">{article.title}</span> <ArticleStatusBadge status={article.status} /> {article.isDemo && <DemoChip />}
      <ArticleLink article={article} />
    </span>
  )
}

function DateCell({ status, publishedAt }: ArticleDraft) {
  if (status === 'scheduled') return <ShortTime date={publishedAt} />
  if (!publishedAt) return '-'
  return <RelativeTime date={publishedAt} kind="forum" />
}

function RatingBadge({ rating }: { rating: number }) {
  return rating > HIGHLIGHT_RATINGS_ABOVE ? <Badge>{rating}</Badge> : <Badge variant="secondary">{rating}</Badge>
}
