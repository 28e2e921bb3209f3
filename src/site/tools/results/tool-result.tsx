/** Shows the result of a tool: main results, break-even values, warnings, charts and a table. */
import type { Band, ToolForm, ToolReply } from '#features/tools/tool.client.ts'
import { CaveatCallouts } from '#features/figures/caveats/caveat-callout.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { BandBar } from '#site/tools/charts/band-bar.tsx'
import { ExpiredValues, isExpiryCode } from './expired-values.tsx'
import { ResultFigure } from './result-figure.tsx'
import { formatEnd, formatRange, formatValue } from '#site/tools/charts/format-band.ts'
import { ResultTable } from './result-table.tsx'
import { SolarChart } from '#site/tools/charts/solar-chart.tsx'
import { describeResult } from './yearly-label.ts'
import { formatFitting } from '#site/tools/cars/format-wish.ts'
import { SuitabilityVerdict } from './suitability-result.tsx'
import * as styles from './tool-result.module.css'

interface ToolResultProps {
  form: Pick<ToolForm, 'name' | 'title' | 'today' | 'results' | 'fields' | 'guides' | 'next'>
  result: ToolReply
}

/** More caveats than this, as for a list of jobs, would push the figure out of sight. */
const MAX_CAVEATS_BEFORE_FIGURE = 2

export function ToolResult({ form, result }: ToolResultProps) {
  const wording = useWording()
  const getBand = (name: string): Band | undefined => result.results[name]
  const mainResults = form.results.flatMap(({ name, label, isMain }) => {
    const band = getBand(name)
    return isMain && band ? [{ name, label, band }] : []
  })
  const breakEvens = form.results.flatMap(({ name, label, isBreakEven, isMain }) => {
    const band = getBand(name)
    return isBreakEven && !isMain && band && band.middle !== null ? [{ name, label, band, middle: band.middle }] : []
  })
  const summary = [
    ...(result.cars ? [formatFitting(result.cars, wording)] : []),
    ...(result.suitability ? [result.suitability.title] : []),
    ...mainResults.map(({ label, band }) => {
      const { heading, period, band: shown } = describeResult(label, band)
      return `${heading}: ${formatEnd(shown.middle, shown.unit, wording)}${period}`
    }),
  ].join('. ')
  const isFigureFirst = result.caveats.length > MAX_CAVEATS_BEFORE_FIGURE
  return (
    <section aria-labelledby="result-title" className={styles.result}>
      <h2 id="result-title">Your result</h2>
      <p className="visuallyHidden" role="status">
        {summary}
      </p>
      {result.cars && <p className={styles.even}>{formatFitting(result.cars, wording)}.</p>}
      {result.suitability && <SuitabilityVerdict suitability={result.suitability} />}
      {mainResults.length > 0 && (
        <ul className={styles.main}>
          {mainResults.map(({ name, label, band }) => (
            <MainResult key={name} label={label} band={band} comparedValue={name === 'load' ? findQuotedSize(form.fields) : undefined} />
          ))}
        </ul>
      )}
      {breakEvens.length > 0 && (
        <p className={styles.even}>
          {breakEvens.map(({ name, label, band, middle }) => (
            <span key={name}>
              {label} <b className="num">{formatValue(middle, band.unit, wording)}</b>
              {formatRange(band, wording) && ` (${formatRange(band, wording)})`}.{' '}
            </span>
          ))}
        </p>
      )}
      <Warnings result={result} today={form.today} />
      {!isFigureFirst && <CaveatCallouts caveats={result.caveats} />}
      {result.months && <SolarChart months={result.months} />}
      <ResultFigure form={form} result={result} />
      {isFigureFirst && <CaveatCallouts caveats={result.caveats} />}
      {form.results.length > 0 && <ResultTable form={form} result={result} />}
    </section>
  )
}

/** Shows the warnings of the calculation. All expired reference values are in one notice. */
function Warnings({ result: { warnings, constants }, today }: { result: ToolReply; today: string }) {
  if (warnings.length === 0) return null
  return (
    <div className={styles.warnings}>
      {warnings
        .filter(({ code }) => !isExpiryCode(code))
        .map(({ code, message }) => (
          <Notice key={code} tone="warn">
            {message}
          </Notice>
        ))}
      <ExpiredValues constants={constants} today={today} />
    </div>
  )
}

/** Returns the size in the installer's quote, which is marked in the bar of the result; undefined if none was entered. */
function findQuotedSize(fields: ToolForm['fields']): number | undefined {
  const text = fields.find(({ name }) => name === 'quote')?.text
  return text ? Number(text) || undefined : undefined
}

function MainResult({ label, band, comparedValue }: { label: string; band: Band; comparedValue: number | undefined }) {
  const wording = useWording()
  const { heading, period, band: shown, range } = describeResult(label, band)
  if (shown.middle === null) return null
  const [amount = '', ...unit] = formatValue(shown.middle, band.unit, wording).split('\u00a0')
  const rangeText = formatRange(range.band, wording)
  return (
    <li>
      <h3>{heading}</h3>
      <p className={styles.figure}>
        <b className="num">{amount}</b>
        {unit.length > 0 && <span>{` ${unit.join(' ')}`}</span>}
        {period && <span>{period}</span>}
      </p>
      <BandBar band={band} comparedValue={comparedValue} />
      {band.middle === 0 && band.unit === 'years' ? null : (
        <p className={styles.range}>{rangeText ? range.prefix + rangeText : describeMissingRange(band)}</p>
      )}
    </li>
  )
}

const describeMissingRange = ({ low, high }: Band): string =>
  low !== null && low === high ? 'Calculated from exact values, so it has no range.' : 'No range is known for this value.'
