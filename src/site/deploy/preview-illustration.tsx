/** Illustration of a street at dusk. Each house represents a feature: if the feature is on, the windows are lit. */
import type { DeployAnswers, FeatureName } from './deploy-state.ts'
import * as styles from './site-preview.module.css'

interface House {
  feature: FeatureName
  x: number
  width: number
  height: number
  wall: keyof typeof WALL_CLASSES
  door: keyof typeof DOOR_CLASSES
  roof: 'gable' | 'hip' | 'flat'
}

const GROUND_Y = 196
const WALL_CLASSES = { brick: styles.streetWallBrick, 'brick-2': styles.streetWallBrick2, stone: styles.streetWallStone }
const DOOR_CLASSES = {
  charger: styles.streetDoorCharger,
  ev: styles.streetDoorEv,
  living: styles.streetDoorLiving,
  battery: styles.streetDoorBattery,
  solar: styles.streetDoorSolar,
}
const HOUSES: House[] = [
  { feature: 'products', x: 22, width: 84, height: 66, wall: 'brick', door: 'charger', roof: 'flat' },
  { feature: 'articles', x: 114, width: 66, height: 92, wall: 'stone', door: 'ev', roof: 'gable' },
  { feature: 'forums', x: 196, width: 92, height: 62, wall: 'brick-2', door: 'living', roof: 'hip' },
  { feature: 'expertAdvice', x: 304, width: 62, height: 100, wall: 'stone', door: 'battery', roof: 'gable' },
  { feature: 'userAccounts', x: 376, width: 82, height: 74, wall: 'brick', door: 'solar', roof: 'hip' },
]

export function PreviewIllustration({ features }: { features: DeployAnswers['features'] }) {
  return (
    <svg className={styles.street} viewBox="0 0 480 230" data-sky="dusk" aria-hidden="true">
      <defs>
        <linearGradient id="street-sky" x1="0" y1="0" x2="0" y2="1">
          <stop className={styles.streetSky1} offset="0" />
          <stop className={styles.streetSky2} offset="0.4" />
          <stop className={styles.streetSky3} offset="0.75" />
        </linearGradient>
      </defs>
      <rect fill="url(#street-sky)" width="480" height="230" />
      <circle className={styles.streetMoon} cx="404" cy="38" r="15" />
      <path className={styles.streetHill1} d="M0 230V112C60 92 132 88 206 104C286 122 372 120 480 92V230Z" />
      <path className={styles.streetHill2} d="M0 230V150C84 128 170 142 250 150C336 158 410 150 480 132V230Z" />
      <g className={styles.streetMast}>
        <path d="M70 112V62" />
        <path d="M70 62L70 36M70 62L92 74M70 62L48 74" />
      </g>
      {HOUSES.map((house) => (
        <HouseDrawing key={house.feature} house={house} isLit={features[house.feature]} />
      ))}
      <rect className={styles.streetRoad} y={GROUND_Y} width="480" height="34" />
      <path className={styles.streetLine} d="M0 214H480" />
      {[12, 190, 296, 468].map((x) => (
        <path key={x} className={styles.streetTree} d={`M${x} ${GROUND_Y}v-14m0 2c-13 0-14-30 0-38c14 8 13 38 0 38Z`} />
      ))}
    </svg>
  )
}

function HouseDrawing({ house: { x, width, height, wall, door, roof }, isLit }: { house: House; isLit: boolean }) {
  const top = GROUND_Y - height
  const right = x + width
  const middle = x + width / 2
  const roofPaths = {
    gable: `M${x - 5} ${top + 2}L${middle} ${top - 30}L${right + 5} ${top + 2}Z`,
    hip: `M${x - 5} ${top + 2}L${x + 12} ${top - 24}H${right - 12}L${right + 5} ${top + 2}Z`,
    flat: `M${x - 4} ${top + 2}V${top - 9}H${right + 4}V${top + 2}Z`,
  }
  const windowRows = height > 80 ? [top + 12, top + 44] : [top + 12]
  return (
    <g className={isLit ? `${styles.streetHome} ${styles.lit}` : styles.streetHome}>
      <rect className={WALL_CLASSES[wall]} x={x} y={top} width={width} height={height} />
      <path className={styles.streetRoof} d={roofPaths[roof]} />
      {windowRows.flatMap((y) =>
        [x + 9, right - 27].map((left) => (
          <g key={`${left} ${y}`}>
            <rect className={styles.streetFrame} x={left - 2} y={y - 2} width="22" height="24" />
            <rect className={styles.streetPane} x={left} y={y} width="18" height="20" />
            <path className={styles.streetFrameLine} d={`M${left + 9} ${y}v20M${left} ${y + 10}h18`} />
          </g>
        )),
      )}
      <rect className={styles.streetFrame} x={middle - 9} y={GROUND_Y - 30} width="18" height="30" />
      <rect className={DOOR_CLASSES[door]} x={middle - 7} y={GROUND_Y - 28} width="14" height="28" />
      <path className={styles.streetGlow} d={`M${middle - 9} ${GROUND_Y}h18l9 12h-36Z`} />
    </g>
  )
}
