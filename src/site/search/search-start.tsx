import { categoryClass, type Category } from '#features/categories/category.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './search.module.css'

/** Start page of the search, before a query: search tips and the categories. */
export function SearchStart({ categories }: { categories: Category[] }) {
  return (
    <section className={styles.begin} aria-labelledby="search-begin">
      <h2 id="search-begin">Ask it as you would ask a neighbour</h2>
      <ul className={styles.hints}>
        <li>A question works as well as a word: not every word has to be there.</li>
        <li>A figure is found with its unit, written either way: 7 kW or 7kW.</li>
        <li>A slip of the fingers is put right in a word, never in a figure.</li>
      </ul>
      {categories.length > 0 && (
        <ul className={styles.shelves} aria-label="Categories">
          {categories.map(({ slug, name }) => (
            <li key={slug}>
              <Link className={joinClasses(styles.shelf, categoryClass(slug))} to={paths.category(slug)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
