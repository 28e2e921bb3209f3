import { useNavigate } from 'react-router'
import type { Category } from '#features/categories/category.client.ts'
import { TOPIC_SORTS, type TopicFilter } from '#features/forums/topic.client.ts'
import { CategorySelect } from '#site/filters/category-select.tsx'
import { SearchInput } from '#site/filters/search-input.tsx'
import { SortSelect } from '#site/filters/sort-select.tsx'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/actions/button.tsx'
import * as styles from '#site/forum/forum.module.css'
import * as filtersStyles from '#site/filters/filters.module.css'

interface ForumFiltersProps {
  filter: TopicFilter
  categories: Category[]
}

/** Filters topics by search words and category, and sorts them. The form uses GET; after hydration it updates the URL without a reload. */
export function ForumFilters({ filter, categories }: ForumFiltersProps) {
  const { search, category, product, show, sort } = filter
  const navigate = useNavigate()
  const applyFilter = (change: TopicFilter, shouldReplace = false) =>
    void navigate(paths.forum({ search, category, product, show, sort, ...change }), { replace: shouldReplace, preventScrollReset: true })
  const { text, setText, flush } = useSearchInput(search ?? '', (input) => applyFilter({ search: input }, true))

  return (
    <form
      className={`${filtersStyles.filters} ${filtersStyles.smallLabels} ${styles.forumFilters}`}
      role="search"
      aria-label="Forum"
      action={paths.forum()}
      onSubmit={(event) => {
        event.preventDefault()
        applyFilter({ search: flush() })
      }}
    >
      {product && <input type="hidden" name="product" value={product} />}
      {show && <input type="hidden" name="show" value={show} />}
      <SearchInput
        label="Search topics"
        placeholder="A word in the title or text"
        value={text}
        onChange={setText}
        className={styles.forumSearch}
      />
      <CategorySelect categories={categories} value={category} onChange={(slug) => applyFilter({ category: slug, search: flush() })} />
      <SortSelect
        labels={TOPIC_SORTS}
        defaultSort="newest"
        value={sort}
        onChange={(topicSort) => applyFilter({ sort: topicSort, search: flush() })}
      />
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </form>
  )
}
