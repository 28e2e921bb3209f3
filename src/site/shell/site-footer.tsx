import { feedPath } from '#features/syndication/feed.client.ts'
import { Link } from '#ui/router/link.tsx'
import { Brand } from './header/brand.tsx'
import { communityLinks, exploreLinks, legalLinks, type NavItem } from './navigation.ts'
import { useSite } from './use-site.ts'
import * as styles from './site-footer.module.css'

export function SiteFooter() {
  const site = useSite()
  return (
    <footer data-part="site-footer" className={`${styles.siteFooter} no-print`}>
      <div className={`container ${styles.foot}`}>
        <div className={styles.footBrand}>
          <Brand />
          {site.description && <p>{site.description}</p>}
        </div>
        <FooterLinks id="foot-explore" heading="Explore" links={exploreLinks(site)} />
        <FooterLinks id="foot-club" heading="Community" links={communityLinks(site)} />
        <FooterLinks id="foot-legal" heading="Legal" links={legalLinks} />
      </div>
      <div className={`container ${styles.footEnd}`}>
        <p>
          © {site.name} {site.tagline}
        </p>
        {/* A native link is used, because the feed is not a page of the client router. */}
        <p>
          <a className={styles.footFeed} href={feedPath({}, 'feed.xml')}>
            RSS feed
          </a>
        </p>
        {site.demoContent && <p>Products, manufacturers and people shown here are demo content.</p>}
      </div>
    </footer>
  )
}

function FooterLinks({ id, heading, links }: { id: string; heading: string; links: NavItem[] }) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
