import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Category } from '#features/categories/category.client.ts'
import { CategorySelect } from '#site/filters/category-select.tsx'
import { SearchWords } from '#site/filters/search-words.tsx'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/actions/button.tsx'
import { addRecentSearch } from './suggestions/recent-searches.ts'
import type { SearchFilter } from './search-filter.ts'
import * as styles from './search.module.css'
import * as filtersStyles from '#site/filters/filters.module.css'

interface SearchFormProps {
  filter: SearchFilter
  categories: Category[]
}

/** Words and category. A plain form that asks for the page again; with the page's script it only changes the address. */
export function SearchForm({ filter: { q, kind, category }, categories }: SearchFormProps) {
  const navigate = useNavigate()
  const [words, type] = useState(q)
  const [seen, setSeen] = useState(q)
  // Back, or a suggestion: what the address says now comes into the field, which keeps the keyboard.
  if (q !== seen) {
    setSeen(q)
    type(q)
  }
  return (
    <form
      className={`${filtersStyles.filters} ${filtersStyles.smallLabels} ${styles.form}`}
      role="search"
      aria-label="The whole site"
      action={paths.search()}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = words.trim()
        if (typed === '') return
        addRecentSearch(typed)
        void navigate(paths.search({ q: typed, category }), { preventScrollReset: true })
      }}
    >
      <SearchWords
        label="What are you looking for?"
        placeholder="Words, a question, a figure with its unit"
        name="q"
        words={words}
        onType={type}
        className={styles.words}
      />
      <CategorySelect
        categories={categories}
        chosen={category}
        onChoose={(chosen) => {
          const typed = words.trim()
          if (typed !== '') void navigate(paths.search({ q: typed, kind, category: chosen }), { preventScrollReset: true })
        }}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}
