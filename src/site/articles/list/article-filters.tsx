import { useNavigate } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import type { ArticleFilter } from '#features/articles/article.client.ts'
import type { Category } from '#features/categories/category.client.ts'
import { CategorySelect } from '#site/filters/category-select.tsx'
import { SearchInput } from '#site/filters/search-input.tsx'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/actions/button.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from '#site/articles/articles.module.css'
import * as filtersStyles from '#site/filters/filters.module.css'

interface ArticleFiltersProps {
  filter: ArticleFilter
  categories: Category[]
}

/** Filters articles by category and search words. The form uses GET; after hydration it updates the URL without a reload. */
export function ArticleFilters({ filter, categories }: ArticleFiltersProps) {
  const navigate = useNavigate()
  const applyFilter = (newFilter: ArticleFilter, shouldReplace = false) =>
    void navigate(paths.articles(newFilter), { replace: shouldReplace, preventScrollReset: true })
  const { text, setText, flush } = useSearchInput(filter.search ?? '', (search) => applyFilter({ category: filter.category, search }, true))
  const isKnownCategory = categories.some(({ slug }) => slug === filter.category)

  return (
    <form
      className={`${filtersStyles.filters} ${styles.articleFilters}`}
      role="search"
      aria-label="Articles"
      action={paths.articles()}
      onSubmit={(event) => {
        event.preventDefault()
        applyFilter({ category: filter.category, search: flush() })
      }}
    >
      <CategorySelect
        categories={categories}
        value={isKnownCategory ? filter.category : undefined}
        onChange={(category) => applyFilter({ category, search: flush() })}
      />
      <SearchInput label="Keywords" placeholder="A word in the title or text" value={text} onChange={setText} />
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </form>
  )
}

/** Lists the active filters, each with a link that removes it. */
export function FilterChips({ filter, categories }: ArticleFiltersProps) {
  const { category, search } = filter
  if (!category && !search) return null
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {category && <Chip label={categories.find(({ slug }) => slug === category)?.name ?? category} to={paths.articles({ search })} />}
      {search && <Chip label={`“${search}”`} to={paths.articles({ category })} />}
    </ul>
  )
}

function Chip({ label, to }: { label: string; to: string }) {
  return (
    <li>
      <Link className={styles.chip} to={to} preventScrollReset onClick={focusContent}>
        <span className="visuallyHidden">Remove filter: </span>
        <span className={styles.chipLabel}>{label}</span>
        <Icon name="close" />
      </Link>
    </li>
  )
}
