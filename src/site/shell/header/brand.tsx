import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import * as styles from './brand.module.css'

/** Shows logo, name and tagline of the site, linked to the home page. */
export function Brand() {
  const { name, tagline } = useSite()
  return (
    <Link data-part="brand" className={styles.brand} to={paths.home()}>
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle className={styles.brandSun} cx="22" cy="22" r="17" />
        <path className={styles.brandLand} d="M5.8 27.5C13 21 22 31 38.2 27.5A17 17 0 0 1 5.8 27.5Z" />
      </svg>
      <span className={styles.brandWords}>
        <span data-part="brand-name" className={styles.brandName}>
          {name}
        </span>{' '}
        {tagline && <small>{tagline}</small>}
      </span>
    </Link>
  )
}
