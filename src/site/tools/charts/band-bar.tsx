/** Range of a result, low to high, with a mark at the middle value. Decorative: the text next to it states the same values. */
import type { Band } from '#features/tools/tool.client.ts'
import * as styles from './band-bar.module.css'

const WIDTH = 300
const HEIGHT = 18
const MARK = 4

/** @param mark a value to compare with, such as the size that a quote offers */
export function BandBar({ band: { low, middle, high }, mark }: { band: Band; mark?: number | undefined }) {
  if (low === null || middle === null || high === null || low === high) return null
  const values = [0, low, high, ...(mark === undefined ? [] : [mark])]
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const x = (value: number) => (max === min ? 0 : ((value - min) / (max - min)) * (WIDTH - MARK))
  return (
    <svg className={styles.bar} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} y={7} width={WIDTH} height={4} />
      <rect className={styles.band} x={x(low)} y={3} width={Math.max(MARK, x(high) - x(low) + MARK)} height={12} />
      {min < 0 && <rect className={styles.zero} x={x(0)} width={1.5} height={HEIGHT} />}
      <rect className={styles.middle} x={x(middle)} width={MARK} height={HEIGHT} />
      {mark !== undefined && <rect className={styles.mark} x={x(mark)} width={MARK} height={HEIGHT} />}
    </svg>
  )
}
