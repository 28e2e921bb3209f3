/** Lists all tools. */
import { useQuery } from '@tanstack/react-query'
import { categoryClass } from '#features/categories/category.client.ts'
import { toolsQuery } from '#features/tools/tool.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Link } from '#ui/router/link.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import * as styles from './tools.module.css'

const INTRO = 'Calculators for your own home.'
const PROMISE = 'Each gives a range instead of a single number, with the date and source of every price, and needs no sign-up.'
const CRUMBS = [{ label: 'Home', to: paths.home() }, { label: 'Tools' }]

export default function ToolsPage() {
  const location = usePageLocation()
  const tools = useQuery(toolsQuery())
  return (
    <div className={`container ${styles.tools}`}>
      <PageMeta title="Tools" description={`${INTRO} ${PROMISE}`} canonical={paths.tools()} />
      <StructuredData things={import.meta.env.SSR && [breadcrumbData(location, CRUMBS)]} />
      <Breadcrumb items={CRUMBS} />
      <div className="head">
        <h1>Tools</h1>
        <p data-part="head-note">{INTRO}</p>
      </div>
      <p className={`lead ${styles.lead}`}>{PROMISE}</p>
      <p className={`actions ${styles.own}`}>
        <ButtonLink variant="quiet" to={paths.myHome()}>
          My home: fill in all tools at once
        </ButtonLink>
        <ButtonLink variant="quiet" to={paths.plan()}>
          My plan
        </ButtonLink>
      </p>
      {tools.isError ? (
        <ErrorState
          title="The tools could not be loaded"
          text={failureReason(tools.error)}
          action={<Button onClick={() => void tools.refetch()}>Try again</Button>}
        />
      ) : tools.isPending ? (
        <div role="status">
          <span className="visuallyHidden">Loading the tools</span>
          <Skeleton className={styles.waiting} />
        </div>
      ) : (
        <ul className={styles.grid}>
          {tools.data.items.map(({ name, title, about, category, picture }) => (
            <li key={name} className={joinClasses('card-link', styles.card, categoryClass(category))}>
              <Picture src={`/art/${picture}.svg`} alt="" ratio="800/560" />
              <div>
                <h2>
                  <Link to={paths.tool(name)}>{title}</Link>
                </h2>
                <p>{about}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
