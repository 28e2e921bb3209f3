import { useNavigate } from 'react-router'
import type { Category } from '#features/categories/category.client.ts'
import { TOPIC_SORTS, type TopicFilter } from '#features/forums/topic.client.ts'
import { useTypedWords } from '#site/articles/use-typed-words.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { SEARCH_MAX, type TopicSort } from './topic-filter.ts'

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
  const { words, type, settle } = useTypedWords(search ?? '', (typed, typing) => show({ search: typed }, typing))
  const unknown = category !== undefined && !categories.some(({ slug }) => slug === category)

  return (
    <form
      className="forum-filters"
      role="search"
      aria-label="Forum"
      action={paths.forum()}
      onSubmit={(event) => {
        event.preventDefault()
        show({ search: settle() })
      }}
    >
      <Field label="Search topics" className="forum-search">
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
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            name="category"
            value={category ?? ''}
            onChange={(event) => show({ category: event.target.value || undefined, search: settle() })}
          >
            <option value="">All categories</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
            {unknown && <option value={category}>{category}</option>}
          </Select>
        )}
      </Field>
      <Field label="Sort by">
        {(control) => (
          <Select
            {...control}
            name="sort"
            value={sort ?? 'newest'}
            onChange={({ target: { value } }) => show({ sort: value === 'newest' ? undefined : (value as TopicSort), search: settle() })}
          >
            {Object.entries(TOPIC_SORTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </form>
  )
}
