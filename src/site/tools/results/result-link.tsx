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
  const shown = mainResult && band && describeResult(mainResult.label, band)
  return (
    <a href="#result-title" className={`${styles.link} no-print`}>
      {shown ? (
        <span>
          {shown.heading} <b className="num">{formatEnd(shown.band.middle, shown.band.unit, wording)}</b>
          {shown.period}
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
