/** Symbol and geometry of each drawn form. */
import type { DrawnForm } from './drawn.policy.ts'

export interface DrawnPart {
  part: string
  category: string
  /** Size of the symbol's `viewBox`. */
  field: [width: number, height: number]
  /** Bounding box of the product itself, which the dimension lines measure. */
  body: [left: number, top: number, right: number, bottom: number]
  /** Y coordinate that touches the ground; absent for hanging things. */
  ground?: number
  /** Right edge of the drawing, if it extends beyond the body. */
  edge?: number
  /** Maximum size of the body. */
  maxSize?: [width: number, height: number]
  kind?: 'car' | 'panel'
}

const CAR_MAX_SIZE: [number, number] = [340, 200]
const car = (part: string, width: number, body: DrawnPart['body'], ground: number, height: number, maxSize = CAR_MAX_SIZE): DrawnPart => ({
  part,
  category: 'cat-ev',
  field: [width, height],
  body,
  ground,
  maxSize,
  kind: 'car',
})
const panel = (part: string, field: DrawnPart['field'], body: DrawnPart['body'], ground: number): DrawnPart => ({
  part,
  category: 'cat-solar',
  field,
  body,
  ground,
  kind: 'panel',
})
const thing =
  (category: string) =>
  (part: string, field: DrawnPart['field'], body: DrawnPart['body'], ground?: number, maxSize?: DrawnPart['maxSize']): DrawnPart => ({
    part,
    category,
    field,
    body,
    ...(ground === undefined ? {} : { ground }),
    ...(maxSize ? { maxSize } : {}),
  })
const battery = thing('cat-battery')
const charger = thing('cat-charger')
const home = thing('cat-home')
const living = thing('cat-living')

export const DRAWN_PARTS: Record<DrawnForm, DrawnPart> = {
  city: car('hatch', 270, [13, 7, 258, 116], 116, 120, [270, 200]),
  hatchback: car('car', 320, [13, 12, 306, 116], 116, 120),
  saloon: car('saloon', 320, [11, 10, 308, 106], 106, 110),
  estate: car('estate', 320, [13, 12, 307, 116], 116, 120),
  crossover: car('crossover', 320, [12, 6, 308, 116], 116, 120),
  suv: car('suv', 320, [10, 6, 310, 126], 126, 130),
  carrier: car('carrier', 320, [13, 9, 307, 136], 136, 140),
  panels: panel('panel', [150, 232], [6, 6, 140, 220], 226),
  'black-panels': panel('panel-black', [96, 150], [4, 4, 92, 142], 143),
  'roof-panels': { ...panel('panel-slate', [230, 236], [52, 26, 178, 208], 224), edge: 222 },
  'rail-panels': panel('panel-rail', [260, 232], [28, 28, 228, 206], 222),
  'frame-panels': panel('panel-bifacial', [146, 260], [5, 5, 141, 233], 254),
  'flexible-panels': panel('panel-flex', [160, 250], [8, 8, 142, 236], 240),
  tiles: panel('solar-tile', [150, 186], [5, 5, 139, 176], 178),
  'wall-battery': battery('battery-wall', [150, 190], [12, 6, 134, 166], 190, [150, 190]),
  'small-battery': battery('battery-small', [140, 190], [8, 6, 126, 164], 190, [150, 150]),
  'wide-battery': battery('battery-wide', [260, 180], [9, 8, 245, 151], 180, [220, 200]),
  'floor-battery': battery('battery', [150, 220], [12, 6, 124, 202], 215),
  'stacked-battery': battery('battery-stack', [134, 280], [10, 6, 112, 270], 271),
  'portable-battery': battery('battery-portable', [210, 170], [14, 12, 198, 160], 160, [220, 150]),
  'outdoor-battery': battery('battery-yard', [180, 304], [8, 6, 168, 276], 296),
  inverter: battery('inverter', [150, 200], [12, 6, 134, 150], 200, [150, 170]),
  'socket-charger': charger('charger-socket', [130, 220], [8, 6, 120, 176], 220, [150, 176]),
  'tethered-charger': charger('tether', [140, 270], [16, 6, 120, 170], 256),
  'post-charger': charger('post', [90, 270], [24, 14, 66, 254], 262),
  'twin-charger': charger('charger-twin', [220, 240], [10, 6, 188, 198], 240, [190, 190]),
  'portable-charger': { ...charger('charger-portable', [300, 190], [94, 50, 145, 178], 180, [50, 160]), edge: 290 },
  'heat-pump': home('heatpump', [260, 200], [12, 14, 248, 178], 190, [236, 190]),
  'tall-heat-pump': home('heatpump-tall', [250, 300], [12, 12, 238, 278], 290),
  'air-unit': home('air-unit', [270, 150], [10, 8, 248, 84], undefined, [230, 120]),
  cylinder: home('cylinder', [130, 260], [18, 18, 112, 243], 252),
  ventilation: home('ventilator', [200, 300], [14, 46, 186, 286], 287),
  fan: home('wall-fan', [180, 180], [10, 10, 170, 170], undefined, [160, 160]),
  thermostat: home('thermostat', [160, 160], [10, 10, 150, 150], undefined, [140, 140]),
  radiator: home('radiator', [170, 96], [12, 8, 161, 78], 91, [216, 150]),
  window: home('view', [220, 180], [0, 0, 220, 172], undefined, [230, 180]),
  insulation: home('roll', [240, 170], [10, 8, 230, 158], 160, [240, 170]),
  meter: home('meter', [100, 130], [8, 6, 92, 120], 130, [150, 200]),
  appliance: living('dryer', [190, 250], [14, 10, 176, 234], 242),
  kettle: living('kettle', [110, 120], [6, 14, 100, 114], 115, [170, 180]),
  hob: living('cooking', [240, 130], [10, 10, 230, 120], 122, [260, 150]),
  bicycle: living('bicycle', [160, 100], [6, 18, 154, 96], 96, [256, 190]),
  lamp: living('bulb', [120, 250], [14, 68, 106, 242], undefined, [110, 165]),
  butt: living('butt', [160, 220], [14, 10, 146, 206], 208, [150, 205]),
  compost: living('composter', [180, 190], [10, 12, 170, 178], 180, [190, 180]),
}
