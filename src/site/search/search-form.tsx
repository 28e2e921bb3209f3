import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Category } from '#features/categories/category.client.ts'
import { CategorySelect } from '#site/filters/category-select.tsx'
import { SearchInput } from '#site/filters/search-input.tsx'
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

/** Form with search words and category. It uses GET; after hydration it updates the URL without a reload. */
export function SearchForm({ filter: { q, kind, category }, categories }: SearchFormProps) {
  const navigate = useNavigate()
  const [words, setWords] = useState(q)
  const [lastUrlWords, setLastUrlWords] = useState(q)
  // Updates the field if the words in the URL have changed (history or a suggestion). A new key would lose the focus.
  if (q !== lastUrlWords) {
    setLastUrlWords(q)
    setWords(q)
  }
  return (
    <form
      className={`${filtersStyles.filters} ${filtersStyles.smallLabels} ${styles.form}`}
      role="search"
      aria-label="The whole site"
      action={paths.search()}
      onSubmit={(event) => {
        event.preventDefault()
        const input = words.trim()
        if (input === '') return
        addRecentSearch(input)
        void navigate(paths.search({ q: input, category }), { preventScrollReset: true })
      }}
    >
      <SearchInput
        label="What are you looking for?"
        placeholder="Words, a question, or a number with its unit"
        name="q"
        value={words}
        onChange={setWords}
        className={styles.words}
      />
      <CategorySelect
        categories={categories}
        value={category}
        onChange={(newCategory) => {
          const input = words.trim()
          if (input !== '') void navigate(paths.search({ q: input, kind, category: newCategory }), { preventScrollReset: true })
        }}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}
