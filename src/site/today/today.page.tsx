/** Lists all reference values that apply in a nation. */
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { REFERENCE_VALUE_GROUPS, NATION_NAMES } from '#features/figures/figure-groups.policy.ts'
import { referenceValuesQuery, type RegisteredFigure } from '#features/figures/figure.client.ts'
import { NATIONS, type Nation } from '#features/figures/figures.policy.ts'
import { feedPath } from '#features/syndication/feed.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { Button } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Link } from '#ui/router/link.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { ComingChanges } from './coming-changes.tsx'
import { ReferenceValueTable } from './reference-value-table.tsx'
import { parseNation } from './nation.ts'
import * as styles from './today.module.css'

const LEAD = 'All prices and rules that our guides and tools use, with dates and sources. Unconfirmed values are marked.'

export default function TodayPage() {
  const nation = parseNation(useSearchParams()[0].get('nation'))
  const valuesQuery = useQuery(referenceValuesQuery(nation))
  const nationName = NATION_NAMES[nation]
  return (
    <div className={`container ${styles.today}`}>
      <PageMeta
        title={`Prices and rules today: ${nationName}`}
        description={`Energy prices, grants, tax and rules that apply in ${nationName}, each with its date and source.`}
        canonical={paths.today(nation === 'england' ? undefined : nation)}
        feed={{ title: 'Prices and rules today', subject: { figures: true } }}
      />
      <Breadcrumb items={[{ label: 'Home', to: paths.home() }, { label: 'Prices and rules today' }]} />
      <header className={styles.head}>
        <h1>Prices and rules today</h1>
        <p className="lead">{LEAD}</p>
      </header>
      <NationTabs selected={nation} />
      {valuesQuery.isPending && <Spinner label="Loading prices and rules" />}
      {valuesQuery.isError && (
        <ErrorState
          title="The prices and rules could not be loaded"
          text={failureReason(valuesQuery.error)}
          action={<Button onClick={() => void valuesQuery.refetch()}>Try again</Button>}
        />
      )}
      {valuesQuery.isSuccess && <ReferenceValueGroups values={valuesQuery.data.items} nation={nation} />}
    </div>
  )
}

const NationTabs = ({ selected }: { selected: Nation }) => (
  <nav className={styles.nations} aria-label="Nation">
    {NATIONS.map((nation) => (
      <Link
        key={nation}
        to={paths.today(nation === 'england' ? undefined : nation)}
        aria-current={nation === selected ? 'page' : undefined}
        preventScrollReset
      >
        {NATION_NAMES[nation]}
      </Link>
    ))}
  </nav>
)

function ReferenceValueGroups({ values, nation }: { values: readonly RegisteredFigure[]; nation: Nation }) {
  if (values.length === 0) return <EmptyState title="No prices or rules yet" text="None have been entered on this site." />
  const groups = REFERENCE_VALUE_GROUPS.map((group) => ({ ...group, values: values.filter((value) => value.group === group.id) }))
  const emptyGroups = groups.filter((group) => group.values.length === 0)
  return (
    <>
      <ComingChanges values={values} />
      {nation === 'northern-ireland' && (
        <p className={styles.aside}>
          The price cap, the Smart Export Guarantee and the Boiler Upgrade Scheme do not cover Northern Ireland. It has its own market and
          its own regulator.
        </p>
      )}
      {groups.map(
        ({ id, title, about, values: groupValues }) =>
          groupValues.length > 0 &&
          (id === 'sums' ? (
            <details key={id} className={styles.group}>
              <summary>
                <h2 id={id}>{title}</h2> <span>{about}</span>
              </summary>
              <ReferenceValueTable label={title} values={groupValues} />
            </details>
          ) : (
            <section key={id} className={styles.group} aria-labelledby={id}>
              <div className={styles.groupHead}>
                <h2 id={id}>{title}</h2>
                <p>{about}</p>
              </div>
              <ReferenceValueTable label={title} values={groupValues} />
            </section>
          )),
      )}
      {emptyGroups.length > 0 && (
        <p className={styles.aside}>
          We have no values for {NATION_NAMES[nation]} under: {emptyGroups.map(({ title }) => title).join(', ')}.
        </p>
      )}
      <p className={styles.ways}>
        <a href={feedPath({ figures: true }, 'feed.xml')}>Follow the changes in a feed reader</a>
        <a href={`/api/figures?nation=${nation}`}>View as JSON</a>
      </p>
    </>
  )
}
