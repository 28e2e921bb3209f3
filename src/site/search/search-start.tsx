import { categoryClass, type Category } from '#features/categories/category.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './search.module.css'

/** Content of the search page before a search: tips and the categories. */
export function SearchStart({ categories }: { categories: Category[] }) {
  return (
    <section className={styles.begin} aria-labelledby="search-begin">
      <h2 id="search-begin">Search tips</h2>
      <ul className={styles.hints}>
        <li>You can search for words or ask a question. Not every word has to match.</li>
        <li>Add the unit to a number, with or without a space: 7 kW or 7kW.</li>
        <li>We correct typing errors in words, but not in numbers.</li>
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
