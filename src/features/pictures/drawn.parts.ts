/** Maps each drawn form to its symbol and geometry. */
import type { DrawnForm } from './drawn.policy.ts'

export interface DrawnPart {
  part: string
  category: string
  /** Width and height of the symbol's `viewBox`. */
  field: [width: number, height: number]
  /** Bounding box of the product itself, whose size the dimension lines show. */
  body: [left: number, top: number, right: number, bottom: number]
  /** Y coordinate that touches the ground; undefined for products that hang. */
  ground?: number
  /** Right edge of the drawing; undefined if it is that of the body. */
  edge?: number
  /** Maximum size of the body in the scene; undefined means the default. */
  maxSize?: [width: number, height: number]
  kind?: 'car' | 'panel'
}

const CAR_MAX_SIZE: [number, number] = [340, 200]
const createCar = (
  part: string,
  width: number,
  body: DrawnPart['body'],
  ground: number,
  height: number,
  maxSize = CAR_MAX_SIZE,
): DrawnPart => ({
  part,
  category: 'cat-ev',
  field: [width, height],
  body,
  ground,
  maxSize,
  kind: 'car',
})
const createPanel = (part: string, field: DrawnPart['field'], body: DrawnPart['body'], ground: number): DrawnPart => ({
  part,
  category: 'cat-solar',
  field,
  body,
  ground,
  kind: 'panel',
})
const createPartFactory =
  (category: string) =>
  (part: string, field: DrawnPart['field'], body: DrawnPart['body'], ground?: number, maxSize?: DrawnPart['maxSize']): DrawnPart => ({
    part,
    category,
    field,
    body,
    ...(ground === undefined ? {} : { ground }),
    ...(maxSize ? { maxSize } : {}),
  })
const createBattery = createPartFactory('cat-battery')
const createCharger = createPartFactory('cat-charger')
const createHomePart = createPartFactory('cat-home')
const createLivingPart = createPartFactory('cat-living')

export const DRAWN_PARTS: Record<DrawnForm, DrawnPart> = {
  city: createCar('hatch', 270, [13, 7, 258, 116], 116, 120, [270, 200]),
  hatchback: createCar('car', 320, [13, 12, 306, 116], 116, 120),
  saloon: createCar('saloon', 320, [11, 10, 308, 106], 106, 110),
  estate: createCar('estate', 320, [13, 12, 307, 116], 116, 120),
  crossover: createCar('crossover', 320, [12, 6, 308, 116], 116, 120),
  suv: createCar('suv', 320, [10, 6, 310, 126], 126, 130),
  carrier: createCar('carrier', 320, [13, 9, 307, 136], 136, 140),
  panels: createPanel('panel', [150, 232], [6, 6, 140, 220], 226),
  'black-panels': createPanel('panel-black', [96, 150], [4, 4, 92, 142], 143),
  'roof-panels': { ...createPanel('panel-slate', [230, 236], [52, 26, 178, 208], 224), edge: 222 },
  'rail-panels': createPanel('panel-rail', [260, 232], [28, 28, 228, 206], 222),
  'frame-panels': createPanel('panel-bifacial', [146, 260], [5, 5, 141, 233], 254),
  'flexible-panels': createPanel('panel-flex', [160, 250], [8, 8, 142, 236], 240),
  tiles: createPanel('solar-tile', [150, 186], [5, 5, 139, 176], 178),
  'wall-battery': createBattery('battery-wall', [150, 190], [12, 6, 134, 166], 190, [150, 190]),
  'small-battery': createBattery('battery-small', [140, 190], [8, 6, 126, 164], 190, [150, 150]),
  'wide-battery': createBattery('battery-wide', [260, 180], [9, 8, 245, 151], 180, [220, 200]),
  'floor-battery': createBattery('battery', [150, 220], [12, 6, 124, 202], 215),
  'stacked-battery': createBattery('battery-stack', [134, 280], [10, 6, 112, 270], 271),
  'portable-battery': createBattery('battery-portable', [210, 170], [14, 12, 198, 160], 160, [220, 150]),
  'outdoor-battery': createBattery('battery-yard', [180, 304], [8, 6, 168, 276], 296),
  inverter: createBattery('inverter', [150, 200], [12, 6, 134, 150], 200, [150, 170]),
  'socket-charger': createCharger('charger-socket', [130, 220], [8, 6, 120, 176], 220, [150, 176]),
  'tethered-charger': createCharger('tether', [140, 270], [16, 6, 120, 170], 256),
  'post-charger': createCharger('post', [90, 270], [24, 14, 66, 254], 262),
  'twin-charger': createCharger('charger-twin', [220, 240], [10, 6, 188, 198], 240, [190, 190]),
  'portable-charger': { ...createCharger('charger-portable', [300, 190], [94, 50, 145, 178], 180, [50, 160]), edge: 290 },
  'heat-pump': createHomePart('heatpump', [260, 200], [12, 14, 248, 178], 190, [236, 190]),
  'tall-heat-pump': createHomePart('heatpump-tall', [250, 300], [12, 12, 238, 278], 290),
  'air-unit': createHomePart('air-unit', [270, 150], [10, 8, 248, 84], undefined, [230, 120]),
  cylinder: createHomePart('cylinder', [130, 260], [18, 18, 112, 243], 252),
  ventilation: createHomePart('ventilator', [200, 300], [14, 46, 186, 286], 287),
  fan: createHomePart('wall-fan', [180, 180], [10, 10, 170, 170], undefined, [160, 160]),
  thermostat: createHomePart('thermostat', [160, 160], [10, 10, 150, 150], undefined, [140, 140]),
  radiator: createHomePart('radiator', [170, 96], [12, 8, 161, 78], 91, [216, 150]),
  window: createHomePart('view', [220, 180], [0, 0, 220, 172], undefined, [230, 180]),
  insulation: createHomePart('roll', [240, 170], [10, 8, 230, 158], 160, [240, 170]),
  meter: createHomePart('meter', [100, 130], [8, 6, 92, 120], 130, [150, 200]),
  appliance: createLivingPart('dryer', [190, 250], [14, 10, 176, 234], 242),
  kettle: createLivingPart('kettle', [110, 120], [6, 14, 100, 114], 115, [170, 180]),
  hob: createLivingPart('cooking', [240, 130], [10, 10, 230, 120], 122, [260, 150]),
  bicycle: createLivingPart('bicycle', [160, 100], [6, 18, 154, 96], 96, [256, 190]),
  lamp: createLivingPart('bulb', [120, 250], [14, 68, 106, 242], undefined, [110, 165]),
  butt: createLivingPart('butt', [160, 220], [14, 10, 146, 206], 208, [150, 205]),
  compost: createLivingPart('composter', [180, 190], [10, 12, 170, 178], 180, [190, 180]),
}
