/** Illustration with a heat pump, the neighbour's window and the sound waves between them. */
import type { ToolReply } from '#features/tools/tool.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { formatValue } from './format-band.ts'
import * as figureStyles from '#site/tools/results/result-figure.module.css'
import * as styles from './noise-scene.module.css'

const GROUND_Y = 118
const PUMP_X = 40
const WINDOW_X = 262

export function NoiseScene({ result: { results, inputs, warnings } }: { result: ToolReply }) {
  const wording = useWording()
  const [level, limit] = [results['level']?.middle, results['limit']?.middle]
  const distance = inputs['distance']?.text ?? ''
  if (typeof level !== 'number') return null
  const isOver = typeof limit === 'number' && level > limit
  const isForeignLimit = warnings.some(({ code }) => code === 'limit-of-another-nation')
  const verdict =
    typeof limit === 'number'
      ? `${isOver ? 'above' : 'within'} the limit of ${formatValue(limit, 'dB(A)', wording)}${isForeignLimit ? ' in England and Wales' : ''}`
      : 'limit not known'
  return (
    <figure className={figureStyles.figure}>
      <figcaption>
        {formatValue(level, 'dB(A)', wording)}: {verdict}
      </figcaption>
      <svg className={styles.scene} viewBox="0 0 360 140" aria-hidden="true">
        <path className={styles.ground} d={`M0 ${GROUND_Y}H360V140H0Z`} />
        <g className={styles.wall}>
          <path d={`M0 ${GROUND_Y}V30H18V${GROUND_Y}Z`} />
          <path d={`M${WINDOW_X + 14} ${GROUND_Y}V34L318 8L360 34V${GROUND_Y}Z`} />
        </g>
        <rect className={styles.window} x={WINDOW_X + 12} y={58} width={9} height={26} />
        {[26, 58, 94, 134, 178].map((radius, index) => (
          <path
            key={radius}
            className={isOver ? styles.loud : styles.wave}
            opacity={1 - index * 0.17}
            d={`M${PUMP_X + 14 + radius * 0.9} ${GROUND_Y - 18 - radius * 0.34}A${radius} ${radius} 0 0 1 ${PUMP_X + 14 + radius * 0.9} ${GROUND_Y - 14 + radius * 0.1}`}
          />
        ))}
        <g className={styles.pump}>
          <rect x={PUMP_X - 14} y={GROUND_Y - 34} width={36} height={31} rx={3} />
          <circle cx={PUMP_X} cy={GROUND_Y - 18} r={10} />
        </g>
        <path className={styles.ruler} d={`M${PUMP_X + 4} 128H${WINDOW_X}M${PUMP_X + 4} 124v8M${WINDOW_X} 124v8`} />
        <text className={styles.label} x={(PUMP_X + WINDOW_X) / 2} y={137} textAnchor="middle">
          {distance} m
        </text>
      </svg>
    </figure>
  )
}
