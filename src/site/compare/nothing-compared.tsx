/** Introduces the comparison page when it is empty, and suggests to compare the best rated products of each category. */
import { Fragment } from 'react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { categoriesQuery, categoryClassById } from '#features/categories/category.client.ts'
import { productsOfCategoryQuery } from '#features/products/product.client.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Link } from '#ui/router/link.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { paths } from '#site/paths.ts'
import { MAX_PRODUCTS_PER_SUGGESTION } from './product-suggestions.ts'
import * as styles from './nothing-compared.module.css'

const MIN_PRODUCTS_PER_SUGGESTION = 2

export function NothingCompared() {
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  const topRated = useQueries({ queries: categories.map(({ id }) => productsOfCategoryQuery(id, MAX_PRODUCTS_PER_SUGGESTION)) })
  const suggestions = categories.flatMap((category, index) => {
    const products = topRated[index]?.data?.items ?? []
    return products.length >= MIN_PRODUCTS_PER_SUGGESTION ? [{ category, products }] : []
  })
  return (
    <div className={styles.compareNothing}>
      <p className="lead">
        Choose two to four products and see them line by line: price, rating and every specification, with the differences and the better
        values marked. Tick “Compare” on any product to add it.
      </p>
      {suggestions.length > 0 && <h2>Compare the best rated</h2>}
      {suggestions.length > 0 && (
        <ul className={styles.compareShelves}>
          {suggestions.map(({ category, products }) => (
            <li key={category.id} className={joinClasses(styles.compareShelf, 'card-link', categoryClassById(category.id))}>
              <h3>
                <Link to={paths.compare(products.map(({ slug }) => slug))} rel="nofollow">
                  {category.name}
                </Link>
              </h3>
              <p>
                {products.map(({ id, name, isDemo }, index) => (
                  <Fragment key={id}>
                    {index > 0 && ', '}
                    <bdi>{name}</bdi> {isDemo && <DemoChip />}
                  </Fragment>
                ))}
              </p>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to={paths.products()}>Browse products</ButtonLink>
    </div>
  )
}
