/** Finds the nation of a postcode. Rules differ by nation, so areas that cross a border have none. */
import type { Nation } from '#features/figures/figures.policy.ts'
import { findRegionOfPostcode } from './postcode-regions.policy.ts'
import { NORTHERN_IRELAND_REGION } from './sap-regions.policy.ts'

const SCOTTISH_AREAS = 'AB DD DG EH FK G HS IV KA KW KY ML PA PH ZE'.split(' ')
const WELSH_AREAS = 'CF LD LL SA'.split(' ')
/** These postcode areas have homes in two nations. */
const BORDER_AREAS = 'CA CH GL HR NP SY TD'.split(' ')

/** Returns the nation of a postcode; undefined for unknown postcodes and for areas in two nations. */
export function findNationOfPostcode(postcode: string): Nation | undefined {
  if (findRegionOfPostcode(postcode) === undefined) return undefined
  const area = /^[A-Z]+/.exec(postcode.trim().toUpperCase())?.[0] ?? ''
  if (BORDER_AREAS.includes(area)) return undefined
  if (area === 'BT') return 'northern-ireland'
  if (SCOTTISH_AREAS.includes(area)) return 'scotland'
  return WELSH_AREAS.includes(area) ? 'wales' : 'england'
}

/** Returns the nation of a SAP region that is in one nation only: regions 14 to 20 (Scotland) and 21 (Northern Ireland). */
export function findNationOfRegion(region: number): Nation | undefined {
  if (region === NORTHERN_IRELAND_REGION) return 'northern-ireland'
  return region >= 14 && region <= 20 ? 'scotland' : undefined
}
