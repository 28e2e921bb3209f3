import { useNavigate } from 'react-router'
import type { Category } from '#features/categories/category.client.ts'
import { TOPIC_SORTS, type TopicFilter } from '#features/forums/topic.client.ts'
import { CategorySelect } from '#site/filters/category-select.tsx'
import { SearchWords } from '#site/filters/search-words.tsx'
import { SortSelect } from '#site/filters/sort-select.tsx'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/actions/button.tsx'
import * as styles from './forum.module.css'
import * as filtersStyles from '#site/filters/filters.module.css'

interface ForumFiltersProps {
  filter: TopicFilter
  categories: Category[]
}

/** Words, category and order. A plain form that asks for the page again; with the page's script it only changes the address. */
export function ForumFilters({ filter, categories }: ForumFiltersProps) {
  const { search, category, sort } = filter
  const navigate = useNavigate()
  const show = (change: TopicFilter, replace = false) =>
    void navigate(paths.forum({ search, category, sort, ...change }), { replace, preventScrollReset: true })
  const { words, type, settle } = useSearchInput(search ?? '', (typed) => show({ search: typed }, true))

  return (
    <form
      className={`${filtersStyles.filters} ${filtersStyles.smallLabels} ${styles.forumFilters}`}
      role="search"
      aria-label="Forum"
      action={paths.forum()}
      onSubmit={(event) => {
        event.preventDefault()
        show({ search: settle() })
      }}
    >
      <SearchWords
        label="Search topics"
        placeholder="A word in the title or text"
        words={words}
        onType={type}
        className={styles.forumSearch}
      />
      <CategorySelect categories={categories} chosen={category} onChoose={(chosen) => show({ category: chosen, search: settle() })} />
      <SortSelect labels={TOPIC_SORTS} usual="newest" chosen={sort} onChoose={(chosen) => show({ sort: chosen, search: settle() })} />
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </form>
  )
}
