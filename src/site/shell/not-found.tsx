import { Link } from '#ui/router/link.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { mainNav } from './navigation.ts'
import { useSite } from './use-site.ts'
import * as styles from './not-found.module.css'

export function NotFoundPage() {
  const site = useSite()
  const links = mainNav(site).filter(({ to, label }) => to !== paths.home() && label !== 'Profile')
  return (
    <div className={`container section ${styles.notFound}`}>
      <PageMeta title="404 Page Not Found" noIndex />
      <div>
        <h1>404 Page Not Found</h1>
        <p className="lead">Did you forget to add the page to the router?</p>
        <p className={styles.notFoundHelp}>The page may have moved, or the address may be mistyped. You can go to:</p>
        <ul className={styles.notFoundWays}>
          {links.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
        <ButtonLink to={paths.home()}>Return Home</ButtonLink>
      </div>
      <Picture
        className={styles.notFoundPic}
        src="/art/scenes/not-found.svg"
        alt="A sheep at a signpost where two lanes part."
        ratio="960/560"
        eager
      />
    </div>
  )
}
