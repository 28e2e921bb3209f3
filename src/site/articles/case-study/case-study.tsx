/** Renders a case study: facts about the home, a chart and a table of twelve months of meter readings. */
import type { Article } from '#features/articles/article.client.ts'
import {
  CASE_STUDY_QUANTITY_LABELS,
  calculateCaseStudyCost,
  calculateSeasonalEfficiency,
  listCaseStudyQuantities,
  sumCaseStudyMonths,
} from '#features/articles/case-studies/case-study.policy.ts'
import { NATION_NAMES } from '#features/figures/figure-groups.policy.ts'
import { BarChart } from '#site/tools/charts/bar-chart.tsx'
import { SolarChart } from '#site/tools/charts/solar-chart.tsx'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { MONTH_NAMES } from '#wording/month-names.ts'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './case-study.module.css'

type CaseStudyData = NonNullable<Article['caseStudy']>

export function CaseStudy({ caseStudy }: { caseStudy: CaseStudyData }) {
  const { number } = useWording()
  const quantities = listCaseStudyQuantities(caseStudy)
  const formatPounds = (pounds: number) => `£${number(pounds)}`
  return (
    <section className={styles.caseStudy} aria-labelledby="case-study-title">
      <h2 id="case-study-title">The home and its meters</h2>
      {caseStudy.isInvented && (
        <p className={styles.invented}>
          <b>Demo:</b> an invented home; its numbers are consistent with our own tools.
        </p>
      )}
      <Facts caseStudy={caseStudy} formatPounds={formatPounds} />
      <Chart caseStudy={caseStudy} />
      <ScrollRegion label={`Meter readings of ${caseStudy.year}, kWh`} role="group" className={styles.scroll}>
        <table>
          <caption>Meter readings of {caseStudy.year}, kWh</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {quantities.map((quantity) => (
                <th key={quantity} scope="col">
                  {CASE_STUDY_QUANTITY_LABELS[quantity]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {caseStudy.months.map((month, index) => (
              <tr key={MONTH_NAMES[index]}>
                <th scope="row">{MONTH_NAMES[index]}</th>
                {quantities.map((quantity) => (
                  <td key={quantity}>{number(month[quantity] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Year</th>
              {quantities.map((quantity) => (
                <td key={quantity}>{number(sumCaseStudyMonths(caseStudy.months, quantity))}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </section>
  )
}

function Facts({ caseStudy, formatPounds }: { caseStudy: CaseStudyData; formatPounds: (pounds: number) => string }) {
  const { number } = useWording()
  const efficiency = calculateSeasonalEfficiency(caseStudy)
  return (
    <dl className={styles.facts}>
      <Fact label="Home">
        <NoBreakText text={caseStudy.home} />
      </Fact>
      <Fact label="Place">
        {caseStudy.place}, {NATION_NAMES[caseStudy.nation]}
      </Fact>
      <Fact label="People">{number(caseStudy.people)}</Fact>
      <Fact label="Before">
        <NoBreakText text={caseStudy.before} />
      </Fact>
      <Fact label="What was done">
        <ul>
          {caseStudy.measures.map(({ name, pricePounds }) => (
            <li key={name}>
              <NoBreakText text={name} />, {formatPounds(pricePounds)}
            </li>
          ))}
        </ul>
      </Fact>
      {caseStudy.grantPounds > 0 && <Fact label="Grant">{formatPounds(caseStudy.grantPounds)}</Fact>}
      <Fact label="Cost">{formatPounds(calculateCaseStudyCost(caseStudy))}</Fact>
      {efficiency !== undefined && <Fact label="Efficiency over the year">{number(efficiency, 2)}</Fact>}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows generation for homes with solar panels, and the electricity that others bought. */
function Chart({ caseStudy: { months } }: { caseStudy: CaseStudyData }) {
  const { number } = useWording()
  if (months[0]?.generated !== undefined)
    return (
      <SolarChart
        isCaseStudy
        months={months.map(({ generated = 0, exported = 0, bought }) => ({
          generation: generated,
          exported,
          bought,
          selfUse: generated - exported,
          use: generated - exported + bought,
        }))}
      />
    )
  return (
    <figure className={styles.chart}>
      <figcaption>Electricity bought by month</figcaption>
      <BarChart
        bars={months.map(({ bought }, index) => ({
          key: String(index),
          label: MONTH_NAMES[index] ?? '',
          value: bought,
          text: `${number(bought)} kWh`,
        }))}
      />
    </figure>
  )
}
