/** Shows the part of a result that is specific to the tool: tariffs, supply requirements, noise, rooms, grants, quote lines or jobs. */
import type { ToolForm, ToolReply } from '#features/tools/tool.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { BarChart } from '#site/tools/charts/bar-chart.tsx'
import { formatValue } from '#site/tools/charts/format-band.ts'
import { GrantList } from './grant-list.tsx'
import { JobList } from './job-list.tsx'
import { LowIncomeRoutes } from './low-income-routes.tsx'
import { NoiseScene } from '#site/tools/charts/noise-scene.tsx'
import { QuoteChecks } from './quote-checks.tsx'
import { RoomList } from './room-list.tsx'
import { SuitabilityReasons } from './suitability-result.tsx'
import * as styles from './result-figure.module.css'

export interface ResultFigureProps {
  form: Pick<ToolForm, 'name' | 'results' | 'fields' | 'guides' | 'next'>
  result: ToolReply
}

export function ResultFigure({ form, result }: ResultFigureProps) {
  const { name } = form
  if (name === 'car-and-tariff') {
    return (
      <>
        <Tariffs result={result} form={form} />
        {result.sums && <Sums caption={TARIFF_CAPTION} sums={result.sums} />}
      </>
    )
  }
  if (result.sums) return <Sums caption={name === 'battery' ? 'Your saving in numbers' : TARIFF_CAPTION} sums={result.sums} />
  if (name === 'supply') return <SupplyRequirements result={result} form={form} />
  if (name === 'noise') {
    return (
      <>
        <NoiseScene result={result} />
        {result.noiseRule && <NoiseRule rule={result.noiseRule} />}
      </>
    )
  }
  if (result.suitability) return <SuitabilityReasons suitability={result.suitability} form={form} />
  if (result.rooms) return <RoomList rooms={result.rooms} />
  if (result.grants) {
    return (
      <LowIncomeRoutes routes={result.lowIncomeRoutes ?? []}>
        <GrantList key="grants" grants={result.grants} />
      </LowIncomeRoutes>
    )
  }
  if (result.checks) return <QuoteChecks checks={result.checks} />
  if (result.jobs) return <JobList jobs={result.jobs} notes={result.notes ?? []} inputs={result.inputs} />
  return null
}

const TARIFF_CAPTION = 'The heat pump tariff in numbers'

/** Shows sums with their numbers. */
function Sums({ caption, sums }: { caption: string; sums: NonNullable<ToolReply['sums']> }) {
  return (
    <figure className={styles.figure}>
      <figcaption>{caption}</figcaption>
      <ul className={styles.list}>
        {sums.map((sum) => (
          <li key={sum} className="num">
            {sum}
          </li>
        ))}
      </ul>
    </figure>
  )
}

function NoiseRule({ rule: { name, text, source } }: { rule: NonNullable<ToolReply['noiseRule']> }) {
  return (
    <figure className={styles.figure}>
      <figcaption>The rule in your nation: {name}</figcaption>
      <p>{text}</p>
      <p className={styles.small}>
        Source: <a href={source.url}>{source.title}</a>. Listed buildings and conservation areas have rules of their own.
      </p>
    </figure>
  )
}

const TARIFF_RESULTS = ['nightTariff', 'plainTariff', 'carOnlyTariff', 'threeRateTariff']
const MILE_RESULTS = ['carCost', 'petrolCost']

function Tariffs({ form, result }: ResultFigureProps) {
  const wording = useWording()
  const listBars = (names: readonly string[]) =>
    form.results.flatMap(({ name, label }) => {
      const value = result.results[name]?.middle
      return names.includes(name) && typeof value === 'number' ? [{ key: name, label, value, text: formatValue(value, '£', wording) }] : []
    })
  return [
    { caption: 'Home and car, cost per year', bars: listBars(TARIFF_RESULTS) },
    { caption: 'The miles alone, cost per year', bars: listBars(MILE_RESULTS) },
  ].map(({ caption, bars }) => {
    const lowestCost = Math.min(...bars.map(({ value }) => value))
    return (
      <figure key={caption} className={styles.figure}>
        <figcaption>{caption}</figcaption>
        <BarChart bars={bars.map((bar) => ({ ...bar, isBest: bar.value === lowestCost }))} />
      </figure>
    )
  })
}

const SUPPLY_LABELS = {
  'ask first': 'Ask the network operator first and wait for consent.',
  notify: 'Your installer notifies the network operator within 28 days.',
  'nothing to do': 'Nothing to do.',
}

function SupplyRequirements({ result: { answers, results, inputs } }: ResultFigureProps) {
  const wording = useWording()
  if (!answers) return null
  const formatAmps = (value: number | null | undefined) => formatValue(value ?? 0, 'A', wording)
  const fuseAmps = Number(inputs['fuse']?.value ?? 0)
  const peakAmps = results['peak']?.middle ?? 0
  const unmanagedAmps = results['unmanagedPeak']?.middle ?? 0
  return (
    <figure className={styles.figure}>
      <figcaption>Load compared with your fuse</figcaption>
      <BarChart
        bars={[
          { key: 'peak', label: 'House and charger together', value: peakAmps, text: formatAmps(peakAmps), isOver: peakAmps > fuseAmps },
          ...(unmanagedAmps > peakAmps
            ? [
                {
                  key: 'unmanaged',
                  label: 'Without load management',
                  value: unmanagedAmps,
                  text: formatAmps(unmanagedAmps),
                  isOver: unmanagedAmps > fuseAmps,
                },
              ]
            : []),
        ]}
        limits={[{ value: fuseAmps, label: `your fuse of ${formatAmps(fuseAmps)}` }]}
      />
      <dl className={styles.answers}>
        <div>
          <dt>Charger</dt>
          <dd>{SUPPLY_LABELS[answers.charger]}</dd>
        </div>
        <div>
          <dt>Solar and battery</dt>
          <dd>{SUPPLY_LABELS[answers.inverter]}</dd>
        </div>
      </dl>
    </figure>
  )
}
