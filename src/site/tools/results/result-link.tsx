/** Links to the result and shows its first main value. On narrow screens the link stays visible, because the result is below the form. */
import type { ToolForm, ToolReply } from '#features/tools/tool.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatEnd } from '#site/tools/charts/format-band.ts'
import { describeResult } from './yearly-label.ts'
import * as styles from './result-link.module.css'

export function ResultLink({ form, result }: { form: Pick<ToolForm, 'results'>; result: ToolReply }) {
  const wording = useWording()
  const mainResult = form.results.find(({ name, isMain }) => isMain && result.results[name])
  const band = mainResult && result.results[mainResult.name]
  const { heading, period, value } = describeResult(mainResult?.label ?? '', band?.middle ?? null)
  return (
    <a href="#result-title" className={`${styles.link} no-print`}>
      {band ? (
        <span>
          {heading} <b className="num">{formatEnd(value, band.unit, wording)}</b>
          {period}
        </span>
      ) : (
        result.suitability && <b>{result.suitability.title}</b>
      )}
      <span className={styles.jump}>
        See your result
        <Icon name="chevron-down" />
      </span>
    </a>
  )
}
