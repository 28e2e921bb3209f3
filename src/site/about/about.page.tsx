import { useQuery } from '@tanstack/react-query'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { aboutQuery, type AboutSection } from '#features/sites/site.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { wrapTables } from '#ui/text/long-text.ts'
import { ReadingText } from '#site/articles/text/reading-text.tsx'
import { SectionFold, SectionNav } from '#site/articles/text/section-nav.tsx'
import { PageMeta } from '#site/meta.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { expertAnchor } from '#site/structured-data/article.data.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { REVIEWS_SECTION, ReviewsSection } from './reviews-section.tsx'
import { AboutQuestions } from './about-questions.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './about.module.css'

export default function AboutPage() {
  const about = useQuery(aboutQuery())
  const hasReviews = useSite().features.products
  const sections = about.data?.items ?? []
  // The reviews section follows the community guidelines. If the site has removed them, the reviews section is the last one.
  const reviewsIndex = sections.findIndex(({ id }) => id === 'guidelines') + 1 || sections.length
  const [sectionsBefore, sectionsAfter] = [sections.slice(0, reviewsIndex), sections.slice(reviewsIndex)]
  const toNavItems = (aboutSections: AboutSection[]) => aboutSections.map(({ id, heading }) => ({ id, text: heading }))
  const navItems = [...toNavItems(sectionsBefore), ...(hasReviews ? [REVIEWS_SECTION] : []), ...toNavItems(sectionsAfter)]

  return (
    <div>
      <PageMeta
        title="About"
        description="Who writes this site, what interests they have, the community guidelines, and how we handle your data."
      />
      <header className={styles.aboutOpen}>
        <div className="container">
          <h1>About us</h1>
          <p className="lead">Who writes this site, who pays for it, and the rules we follow.</p>
        </div>
        <img className={styles.aboutLand} src="/art/scenes/newsletter.svg" alt="" width={1440} height={120} fetchPriority="high" />
      </header>
      {about.isPending && <AboutSkeleton />}
      {about.isError && (
        <ErrorState
          title="This page could not be loaded"
          text={failureReason(about.error)}
          action={<Button onClick={() => void about.refetch()}>Try again</Button>}
        />
      )}
      {about.isSuccess && (
        <div className={`container ${styles.aboutBody}`}>
          <SectionFold label="On this page" sections={navItems} />
          <SectionNav label="On this page" sections={navItems} />
          <div>
            {sectionsBefore.map((section) => (
              <Section key={section.id} section={section} />
            ))}
            {hasReviews && <ReviewsSection />}
            {sectionsAfter.map((section) => (
              <Section key={section.id} section={section} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function Section({ section: { id, heading, html } }: { section: AboutSection }) {
  return (
    <section id={id} className={styles.aboutSection} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{heading}</h2>
      {id === 'team' && <Portraits />}
      {id === 'faq' ? <AboutQuestions html={html} /> : <ReadingText html={wrapTables(html)} />}
    </section>
  )
}

/** Shows the experts with portrait, title and biography. Their declared interests are in the text of the section. */
function Portraits() {
  const experts = useQuery({ ...expertsQuery(), enabled: useSite().features.expertAdvice }).data?.items ?? []
  if (experts.length === 0) return null
  return (
    <ul className={styles.aboutTeam}>
      {experts.map(({ id, slug, name, title, avatarUrl, bio, isDemo }) => (
        <li key={id} id={expertAnchor(slug)}>
          <Avatar id={id} name={name} src={avatarUrl} />
          <h3>{name}</h3>
          <p className={styles.aboutTeamTitle}>
            {title} {isDemo && <DemoChip />}
          </p>
          <p className={styles.aboutTeamBio}>{bio}</p>
        </li>
      ))}
    </ul>
  )
}

function AboutSkeleton() {
  return (
    <div className={`container ${styles.aboutBody}`} aria-busy="true">
      <p className="visuallyHidden" role="status">
        Loading…
      </p>
      <div className={styles.aboutWaiting}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} />
        ))}
      </div>
      <div className={styles.aboutWaiting}>
        {Array.from({ length: 16 }, (_, index) => (
          <Skeleton key={index} />
        ))}
      </div>
    </div>
  )
}
