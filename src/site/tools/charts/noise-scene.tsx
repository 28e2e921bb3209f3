/** A heat pump, the neighbour's window, and the sound between them. */
import type { ToolReply } from '#features/tools/tool.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { formatValue } from './format-band.ts'
import * as beside from '#site/tools/results/result-figure.module.css'
import * as styles from './noise-scene.module.css'

const FLOOR = 118
const PUMP = 40
const WINDOW = 262

export function NoiseScene({ answer: { results, inputs } }: { answer: ToolReply }) {
  const wording = useWording()
  const [level, limit] = [results['level']?.middle, results['limit']?.middle]
  const distance = inputs['distance']?.text ?? ''
  if (typeof level !== 'number') return null
  const isOver = typeof limit === 'number' && level > limit
  const verdict =
    typeof limit === 'number' ? `${isOver ? 'above' : 'within'} the limit of ${formatValue(limit, 'dB(A)', wording)}` : 'no limit is known'
  return (
    <figure className={beside.figure}>
      <figcaption>
        {formatValue(level, 'dB(A)', wording)}: {verdict}
      </figcaption>
      <svg className={styles.scene} viewBox="0 0 360 140" aria-hidden="true">
        <path className={styles.ground} d={`M0 ${FLOOR}H360V140H0Z`} />
        <g className={styles.wall}>
          <path d={`M0 ${FLOOR}V30H18V${FLOOR}Z`} />
          <path d={`M${WINDOW + 14} ${FLOOR}V34L318 8L360 34V${FLOOR}Z`} />
        </g>
        <rect className={styles.window} x={WINDOW + 12} y={58} width={9} height={26} />
        {[26, 58, 94, 134, 178].map((radius, at) => (
          <path
            key={radius}
            className={isOver ? styles.loud : styles.wave}
            opacity={1 - at * 0.17}
            d={`M${PUMP + 14 + radius * 0.9} ${FLOOR - 18 - radius * 0.34}A${radius} ${radius} 0 0 1 ${PUMP + 14 + radius * 0.9} ${FLOOR - 14 + radius * 0.1}`}
          />
        ))}
        <g className={styles.pump}>
          <rect x={PUMP - 14} y={FLOOR - 34} width={36} height={31} rx={3} />
          <circle cx={PUMP} cy={FLOOR - 18} r={10} />
        </g>
        <path className={styles.ruler} d={`M${PUMP + 4} 128H${WINDOW}M${PUMP + 4} 124v8M${WINDOW} 124v8`} />
        <text className={styles.label} x={(PUMP + WINDOW) / 2} y={137} textAnchor="middle">
          {distance} m
        </text>
      </svg>
    </figure>
  )
}
