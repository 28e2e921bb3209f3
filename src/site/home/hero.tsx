import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/router/link.tsx'
import { categoriesQuery, categoryClass, type Category } from '#features/categories/category.client.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { paths } from '#site/paths.ts'
import { CATEGORY_LINKS } from '#site/shell/navigation.ts'
import { useSite } from '#site/shell/use-site.ts'
import type { PluralForms } from '#wording/counts.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './hero.module.css'

/**
 * Opening of the home page: picture, heading, links and categories. `public/start.js` and CSS give the picture the sky of the visitor's local
 * time.
 */
export function Hero() {
  const { features } = useSite()
  const { symbol } = useWording()
  return (
    <section data-part="home-opening" className={styles.homeOpening} aria-labelledby="hero-title">
      <div className={styles.hero} data-sky="clock">
        <img
          className={styles.heroScene}
          src="/art/scenes/hero.svg"
          alt=""
          width={1600}
          height={850}
          loading="eager"
          fetchPriority="high"
        />
        <div className={`container ${styles.heroText}`}>
          <p className={styles.kicker}>Home energy, from people who live with it</p>
          <h1 id="hero-title">Discover the Best Net Zero Solutions</h1>
          <p className="lead">
            {`A heat pump or a roof of panels is a ${symbol}9,000 decision. Read what it really costs, ask someone who has one, and make up your own mind.`}
          </p>
          {(features.articles || features.forums) && (
            <p className="actions">
              {features.articles && <ButtonLink to={paths.articles()}>Browse Guides</ButtonLink>}
              {features.forums && (
                <ButtonLink variant="paper" to={paths.forum()}>
                  {features.userAccounts ? 'Join Community' : 'Read the Forum'}
                </ButtonLink>
              )}
            </p>
          )}
        </div>
      </div>
      <LazyHydration>
        <CategoryTiles />
      </LazyHydration>
      {features.tools && (
        <p className={`container ${styles.toolsLine}`}>
          <Link className="more" to={paths.tools()}>
            Calculators for your own home
          </Link>
        </p>
      )}
    </section>
  )
}

function CategoryTiles() {
  const { features } = useSite()
  const categories = useQuery(categoriesQuery())
  const shownCategories: readonly (Pick<Category, 'slug' | 'name'> & Partial<Category>)[] = categories.data?.items ?? CATEGORY_LINKS
  return (
    <nav className={`${styles.tiles} container`} aria-label="Browse by category">
      <ul>
        {shownCategories.map(({ slug, name, articleCount, productCount }) => (
          <li key={slug} className={`${styles.tile} card-link ${categoryClass(slug)}`}>
            <Picture src={`/art/categories/${slug}.svg`} alt="" ratio="240/200" />
            <div className={styles.tileText}>
              <h2>
                <Link to={paths.category(slug)}>{name}</Link>
              </h2>
              {features.articles ? (
                <p>
                  <Count value={articleCount} noun={NOUNS.guide} />
                </p>
              ) : (
                features.products && (
                  <p>
                    <Count value={productCount} noun={NOUNS.product} />
                  </p>
                )
              )}
            </div>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Shows a count with its noun. While the count is unknown, a non-breaking space reserves the line. */
function Count({ value, noun }: { value: number | undefined; noun: PluralForms }) {
  const { nounFor } = useWording()
  if (value === undefined) return <>&nbsp;</>
  return (
    <>
      <span className="num">{value}</span> {nounFor(value, noun)}
    </>
  )
}
