/** Bar from the low to the high value of a result, with a mark at the middle value. The text next to it contains the same values. */
import type { Band } from '#features/tools/tool.client.ts'
import * as styles from './band-bar.module.css'

const WIDTH = 300
const HEIGHT = 18
const MARK_WIDTH = 4

/** @param comparedValue value that is marked for comparison, such as the size in a quote */
export function BandBar({ band: { low, middle, high }, comparedValue }: { band: Band; comparedValue?: number | undefined }) {
  if (low === null || middle === null || high === null || low === high) return null
  const values = [0, low, high, ...(comparedValue === undefined ? [] : [comparedValue])]
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const x = (value: number) => (max === min ? 0 : ((value - min) / (max - min)) * (WIDTH - MARK_WIDTH))
  return (
    <svg className={styles.bar} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} y={7} width={WIDTH} height={4} />
      <rect className={styles.band} x={x(low)} y={3} width={Math.max(MARK_WIDTH, x(high) - x(low) + MARK_WIDTH)} height={12} />
      {min < 0 && <rect className={styles.zero} x={x(0)} width={1.5} height={HEIGHT} />}
      <rect className={styles.middle} x={x(middle)} width={MARK_WIDTH} height={HEIGHT} />
      {comparedValue !== undefined && <rect className={styles.mark} x={x(comparedValue)} width={MARK_WIDTH} height={HEIGHT} />}
    </svg>
  )
}
