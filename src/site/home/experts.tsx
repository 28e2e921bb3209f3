import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from '#ui/router/link.tsx'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { truncateText } from '#wording/cut-text.ts'
import { useSite } from '#site/shell/use-site.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { MAX_ADVICE_LENGTH, newestExpertArticlesQuery, selectAdvice, SAMPLE_ADVICE, type ExpertAdvice } from './expert-advice.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './experts.module.css'

const COLOUR_CLASSES = ['cat-home', 'cat-battery', 'cat-solar', 'cat-ev', 'cat-living', 'cat-charger']
/** End of a text that the API has truncated already. */
const TRUNCATION_MARK = '...'

/** Expert section of the home page: up to three articles with their experts, or samples if there are none. */
export function Experts() {
  const { features } = useSite()
  const experts = useQuery(expertsQuery())
  const articles = useQuery(newestExpertArticlesQuery())
  const advice = selectAdvice(articles.data?.items ?? [], experts.data?.items ?? [])
  const isPending = experts.isPending || articles.isPending
  // The samples link to the article list, so they are omitted if articles are switched off.
  if (!isPending && advice.length === 0 && !features.articles) return null
  return (
    <section className={`section container ${styles.homeExperts}`} aria-labelledby="experts-title">
      <div className="head">
        <h2 id="experts-title">Expert Advice</h2>
        <p data-part="head-note">
          Signed, sourced, with interests declared.{advice.some(({ expert }) => expert.isDemo) && ' Demo experts are invented.'}
        </p>
      </div>
      <div className={styles.columns}>
        {isPending
          ? SAMPLE_ADVICE.map(({ key }) => <ColumnSkeleton key={key} />)
          : (advice.length ? advice : SAMPLE_ADVICE).map((item) => <Column key={item.key} advice={item} />)}
      </div>
    </section>
  )
}

function Column({ advice: { title, text, path, expert, isSample } }: { advice: ExpertAdvice }) {
  const [titleId, linkId] = [useId(), useId()]
  return (
    <article className={`${styles.expert} card-link ${COLOUR_CLASSES[(expert.id - 1) % COLOUR_CLASSES.length]}`}>
      <header>
        <Avatar id={expert.id} name={expert.name} src={expert.avatar} size="l" />
        <p>
          <b dir="auto">{expert.name}</b>
          <span>{expert.title}</span>
        </p>
        {expert.isDemo && <DemoChip />}
        {isSample && <Badge variant="outline">Sample</Badge>}
      </header>
      <h3 id={titleId}>
        <NoBreakText text={title} />
      </h3>
      <p dir="auto" className={styles.words}>
        {text.endsWith(TRUNCATION_MARK) ? text : truncateText(text, MAX_ADVICE_LENGTH)}
      </p>
      <Link id={linkId} className="more" to={path} aria-labelledby={`${linkId} ${titleId}`}>
        Read Expert Analysis
      </Link>
    </article>
  )
}

function ColumnSkeleton() {
  return (
    <div className={`${styles.expert} ${styles.expertSkeleton}`} aria-hidden="true">
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  )
}
