/** Chooses the products that a new topic is about: from suggestions by its words, or by searching. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MAX_TOPIC_PRODUCTS } from '#features/forums/topic-limits.policy.ts'
import { searchQuery, type SearchResult } from '#features/search/search.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { Button, IconButton } from '#ui/actions/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { limitText } from '#wording/cut-text.ts'
import { mentionsProduct, type ChosenProduct } from './product-suggestions.policy.ts'
import * as styles from '#features/forums/new-topic.module.css'

const PAUSE_MS = 600
const SEARCH_PAUSE_MS = 250
const MAX_FOUND = 8
const MAX_SUGGESTIONS = 4
const MIN_TEXT_LENGTH = 4
const FRESH_MS = 60_000

interface TopicProductsFieldProps {
  products: readonly ChosenProduct[]
  title: string
  content: string
  disabled: boolean
  onChange: (products: ChosenProduct[]) => void
}

export function TopicProductsField({ products, title, content, disabled, onChange }: TopicProductsFieldProps) {
  const group = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const suggestions = useSuggestedProducts(title, content).filter(({ slug }) => !products.some((product) => product.slug === slug))
  const isFull = products.length >= MAX_TOPIC_PRODUCTS
  /** The pressed button disappears, so the focus moves to the next control of the group. */
  const moveFocus = () => setTimeout(() => group.current?.querySelector<HTMLElement>('input, button')?.focus())
  const add = (product: ChosenProduct) => {
    if (isFull || products.some(({ slug }) => slug === product.slug)) return
    onChange([...products, product])
    setAnnouncement(`${product.name} added`)
  }
  const remove = (product: ChosenProduct) => {
    onChange(products.filter(({ slug }) => slug !== product.slug))
    setAnnouncement(`${product.name} removed`)
    moveFocus()
  }
  return (
    <div ref={group} role="group" aria-labelledby="topic-products-label" className={styles.products} data-part="field">
      <span id="topic-products-label" className={styles.productsLabel}>
        Products it is about
      </span>
      <p className="hint">Optional, up to four. The topic then appears on their pages.</p>
      {products.length > 0 && (
        <ul className={styles.chips}>
          {products.map((product) => (
            <li key={product.slug} className={styles.chip}>
              {product.name} {product.isDemo && <DemoChip />}
              <IconButton icon="close" label={`Remove ${product.name}`} disabled={disabled} onClick={() => remove(product)} />
            </li>
          ))}
        </ul>
      )}
      {!isFull && <ProductSearch onChoose={add} />}
      {!isFull && suggestions.length > 0 && (
        <ul className={styles.chips} aria-label="Suggested products">
          {suggestions.map((product) => (
            <li key={product.slug}>
              <Button
                variant="quiet"
                size="s"
                disabled={disabled}
                onClick={() => {
                  add(product)
                  moveFocus()
                }}
              >
                <Icon name="plus" />
                <span className="visuallyHidden">Add </span>
                {product.name}
              </Button>{' '}
              {product.isDemo && <DemoChip />}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visuallyHidden">
        {announcement}
      </p>
    </div>
  )
}

const productsQuery = (q: string, perPage: number) => searchQuery({ q, kind: 'product', uncounted: '1', perPage })
const toProduct = ({ url, title, isDemo }: SearchResult): ChosenProduct => ({
  slug: decodeURIComponent(url.split('/').at(-1) ?? ''),
  name: title,
  ...(isDemo ? { isDemo } : {}),
})

function ProductSearch({ onChoose }: { onChoose: (product: ChosenProduct) => void }) {
  const [words, setWords] = useState('')
  const q = useDebouncedValue(words.trim(), SEARCH_PAUSE_MS)
  const found = useQuery({ ...productsQuery(q, MAX_FOUND), enabled: q !== '', staleTime: FRESH_MS })
  const choices = q === words.trim() && q !== '' ? found.data?.results.map(toProduct) : undefined
  return (
    <Combobox
      label="Find a product"
      placeholder="Find a product"
      clearLabel="Clear"
      emptyText="No products found"
      value={undefined}
      choices={choices?.map((product) => ({ key: product.slug, label: product.name, note: product.isDemo && <DemoChip />, product }))}
      words={words}
      onType={setWords}
      onChoose={(choice) => choice && onChoose(choice.product)}
    />
  )
}

/** Returns the products that the title or the beginning of the text mentions by name. */
function useSuggestedProducts(title: string, content: string): ChosenProduct[] {
  const byTitle = useProductsFor(title)
  const byContent = useProductsFor(content)
  const found = new Map([...byTitle, ...byContent].map((product) => [product.slug, product]))
  return [...found.values()].filter(({ name }) => mentionsProduct(`${title} ${content}`, name)).slice(0, MAX_SUGGESTIONS)
}

function useProductsFor(text: string): ChosenProduct[] {
  const q = limitText(useDebouncedValue(text.trim(), PAUSE_MS), SEARCH_MAX).trim()
  const isLongEnough = q.length >= MIN_TEXT_LENGTH
  const { data } = useQuery({
    ...productsQuery(q, MAX_FOUND),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
  return isLongEnough ? (data?.results ?? []).map(toProduct) : []
}
