/** Suggests more products from the same category to compare. The suggestions are links, so that they work before hydration. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { addToCompared } from '#features/products/comparison/compared.client.ts'
import { PriceText } from '#features/products/prices/price-text.tsx'
import { productsQuery, type ComparedProduct } from '#features/products/product.client.ts'
import { HiddenSubmit } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { SearchInput } from '#site/filters/search-input.tsx'
import { paths } from '#site/paths.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { Comparison } from './compare-url.ts'
import { MAX_PRODUCTS_TO_ADD, getSuggestionFilter } from './product-suggestions.ts'
import * as styles from './add-product.module.css'

interface AddProductProps {
  products: ComparedProduct[]
  comparison: Comparison
}

export function AddProduct({ products, comparison: { searchWords, onlyDifferences } }: AddProductProps) {
  const navigate = useNavigate()
  const slugs = products.map(({ slug }) => slug)
  const { count } = useWording()
  const differences = onlyDifferences ? (1 as const) : undefined
  const { text, setText, flush } = useSearchInput(searchWords, searchFor)
  const { data } = useQuery({ ...productsQuery(getSuggestionFilter(products, searchWords)), placeholderData: keepPreviousData })
  const suggestions = data?.items.filter(({ slug }) => !slugs.includes(slug)).slice(0, MAX_PRODUCTS_TO_ADD) ?? []

  function searchFor(input: string): void {
    void navigate(paths.compare(slugs, { differences, find: input || undefined }), { replace: true, preventScrollReset: true })
  }
  return (
    <section className={styles.compareAdd} aria-labelledby="compare-add-title">
      <h2 id="compare-add-title">{products.length === 1 ? 'Compare it with' : 'Add another'}</h2>
      <form
        role="search"
        aria-label="Find a product to add"
        action={paths.compare()}
        onSubmit={(event) => {
          event.preventDefault()
          searchFor(flush())
        }}
      >
        <input type="hidden" name="p" value={slugs.join(',')} />
        {onlyDifferences && <input type="hidden" name="differences" value="1" />}
        <SearchInput
          name="find"
          label={`Find in ${products[0]?.categoryName ?? 'products'}`}
          placeholder="Name or description"
          value={text}
          onChange={setText}
        />
        <HiddenSubmit label="Look for products" />
        <noscript>
          <button type="submit" className="btn" data-variant="quiet">
            Find
          </button>
        </noscript>
      </form>
      <p className="visuallyHidden" role="status">
        {data && `${count(suggestions.length, NOUNS.product)} to add`}
      </p>
      {suggestions.length > 0 ? (
        <ul className={styles.compareOffers}>
          {suggestions.map(({ id, slug, name, price, categoryId, isDemo }) => (
            <li key={id}>
              <Link
                to={paths.compare([...slugs, slug], { differences })}
                rel="nofollow"
                preventScrollReset
                onClick={() => {
                  addToCompared({ slug, name, categoryId, isDemo })
                  document.getElementById('comparison')?.focus({ preventScroll: true })
                }}
              >
                <Icon name="plus" />
                <span>
                  <span className="visuallyHidden">Add </span>
                  <bdi>{name}</bdi>
                </span>
              </Link>
              {isDemo && <DemoChip />}
              <PriceText price={price} />
            </li>
          ))}
        </ul>
      ) : (
        data && <p className="hint">{searchWords ? 'Nothing matches. Try fewer words.' : 'There is nothing else in this category yet.'}</p>
      )}
    </section>
  )
}
