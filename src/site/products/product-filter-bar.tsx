/** Category, sort and search above the list. A plain GET form; alive, it changes the address without a reload. */
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import type { Category } from '#features/categories/category.client.ts'
import { SORT_LABELS, type ProductFilter, type ProductSort } from '#features/products/product.client.ts'
import { Field, Input, Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { paths } from '#site/paths.ts'

const TYPING_PAUSE = 300

interface ProductFilterBarProps {
  filter: ProductFilter
  categories: Category[]
  /** How many products match; absent while that is not known. */
  count: number | undefined
  onChange: (change: ProductFilter, replace?: boolean) => void
}

export function ProductFilterBar({ filter, categories, count, onChange }: ProductFilterBarProps) {
  const [words, setWords] = useSearchWords(filter.search ?? '', (search) =>
    onChange({ search: search || undefined }, Boolean(filter.search)),
  )
  const unknown = filter.category && !categories.some(({ slug }) => slug === filter.category)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (words.trim() !== (filter.search ?? '')) onChange({ search: words.trim() || undefined })
  }

  return (
    <form className="filter-bar" role="search" aria-label="Filter products" action={paths.products()} onSubmit={submit}>
      <Field label="Search" className="filter-search">
        {(control) => (
          <span className="search">
            <Icon name="search" />
            <Input
              {...control}
              type="search"
              name="search"
              placeholder="Name or description"
              maxLength={100}
              enterKeyHint="search"
              autoComplete="off"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </span>
        )}
      </Field>
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            name="category"
            value={filter.category ?? ''}
            onChange={(event) => onChange({ category: event.target.value || undefined })}
          >
            <option value="">All Categories</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
            {unknown && <option value={filter.category}>{filter.category}</option>}
          </Select>
        )}
      </Field>
      <Field label="Sort by">
        {(control) => (
          <Select
            {...control}
            name="sort"
            value={filter.sort ?? 'rating'}
            onChange={({ target: { value } }) => onChange({ sort: value === 'rating' ? undefined : (value as ProductSort) })}
          >
            {Object.entries(SORT_LABELS).map(([sort, label]) => (
              <option key={sort} value={sort}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <noscript>
        <button className="btn">Show</button>
      </noscript>
      <p className="filter-count" role="status">
        {count !== undefined && (
          <>
            <b className="num">{count}</b> {count === 1 ? 'product' : 'products'}
          </>
        )}
      </p>
    </form>
  )
}

/** The words in the box: they reach the address after a pause, and follow it when it changes by other means. */
function useSearchWords(address: string, onPause: (words: string) => void) {
  const [words, setWords] = useState(address)
  const [seen, setSeen] = useState(address)
  const [sent, setSent] = useState<string>()
  if (address !== seen) {
    setSeen(address)
    setSent(undefined)
    if (address !== sent) setWords(address)
  }

  const send = useEffectEvent(() => {
    if (words.trim() === address) return
    setSent(words.trim())
    onPause(words.trim())
  })
  useEffect(() => {
    const timer = setTimeout(send, TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [words])

  return [words, setWords] as const
}
