import { useNavigate } from 'react-router'
import { Link } from '#ui/link.tsx'
import type { ArticleFilter } from '#features/articles/article.client.ts'
import type { Category } from '#features/categories/category.client.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { SEARCH_MAX } from './article-filter.ts'
import { useTypedWords } from './use-typed-words.ts'

interface ArticleFiltersProps {
  filter: ArticleFilter
  categories: Category[]
}

/** Category and words. A plain form that asks for the page again; with the page's script it only changes the address. */
export function ArticleFilters({ filter, categories }: ArticleFiltersProps) {
  const navigate = useNavigate()
  const show = (next: ArticleFilter, replace: boolean) => void navigate(paths.articles(next), { replace, preventScrollReset: true })
  const { words, type, settle } = useTypedWords(filter.search ?? '', (search, typing) =>
    show({ category: filter.category, search }, typing),
  )
  const known = categories.some(({ slug }) => slug === filter.category)

  return (
    <form
      className="article-filters"
      role="search"
      aria-label="Articles"
      action={paths.articles()}
      onSubmit={(event) => {
        event.preventDefault()
        show({ category: filter.category, search: settle() }, false)
      }}
    >
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            name="category"
            value={known ? filter.category : ''}
            onChange={(event) => show({ category: event.target.value, search: settle() }, false)}
          >
            <option value="">All categories</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Keywords">
        {(control) => (
          <span className="search">
            <Icon name="search" />
            <input
              {...control}
              className="control"
              type="search"
              name="search"
              value={words}
              maxLength={SEARCH_MAX}
              placeholder="A word in the title or text"
              enterKeyHint="search"
              autoComplete="off"
              onChange={(event) => type(event.target.value)}
            />
          </span>
        )}
      </Field>
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </form>
  )
}

/** The filters at work, each with a way to take it off. */
export function FilterChips({ filter, categories }: ArticleFiltersProps) {
  const { category, search } = filter
  if (!category && !search) return null
  return (
    <ul className="chips" aria-label="Active filters">
      {category && <Chip label={categories.find(({ slug }) => slug === category)?.name ?? category} to={paths.articles({ search })} />}
      {search && <Chip label={`“${search}”`} to={paths.articles({ category })} />}
    </ul>
  )
}

function Chip({ label, to }: { label: string; to: string }) {
  return (
    <li>
      <Link className="chip" to={to} preventScrollReset>
        <span className="vh">Remove filter: </span>
        <span className="chip-label">{label}</span>
        <Icon name="close" />
      </Link>
    </li>
  )
}
