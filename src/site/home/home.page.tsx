import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { organizationData, webSiteData } from '#site/structured-data/site.data.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { Community } from './community.tsx'
import { Experts } from './experts.tsx'
import { FeaturedArticles } from './featured-articles.tsx'
import { Hero } from './hero.tsx'
import { TopProducts } from './top-products.tsx'
import * as styles from './home.module.css'

export default function HomePage() {
  const { description, features } = useSite()
  const location = usePageLocation()
  return (
    <>
      <PageMeta description={description} canonical={paths.home()} />
      <StructuredData things={import.meta.env.SSR && [organizationData(location), webSiteData(location)]} />
      <Hero />
      {features.articles && <FeaturedArticles />}
      {features.products && (
        <LazyHydration>
          <TopProducts />
        </LazyHydration>
      )}
      <LazyHydration>
        <Community />
      </LazyHydration>
      {features.expertAdvice && (
        <LazyHydration>
          <Experts />
        </LazyHydration>
      )}
      <section data-part="news" className={styles.news} aria-labelledby="news-title">
        <div className={`container ${styles.newsWords}`}>
          <div>
            <h2 id="news-title">Stay Updated</h2>
            <p className={styles.newsDeck}>
              {features.forums
                ? 'One email on the first Friday of the month: what changed, what it means for your bill, and the best discussion from the forum.'
                : 'One email on the first Friday of the month: what changed, and what it means for your bill.'}
            </p>
          </div>
          <NewsletterForm />
        </div>
        <img
          className={styles.newsStrip}
          src="/art/scenes/newsletter.svg"
          alt=""
          width={1440}
          height={148}
          loading="lazy"
          decoding="async"
        />
      </section>
    </>
  )
}
