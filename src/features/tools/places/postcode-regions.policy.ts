/**
 * Maps the first half of a postcode to its SAP region: by district (LS24), else by area (LS).
 * Source: SAP 10.2, Appendix U, Table U6 (BRE), as published in open models.
 */

/** Each row has a SAP region, its postcode areas, and districts of other areas that belong to it. */
const REGION_TABLE: readonly [region: number, areas: string, districts?: string][] = [
  [1, 'AL CR E EC EN GU HA HP KT LU MK N NW OX RG RH SE SG SL SM SW TW UB W WC WD', 'CM21-23 SN7'],
  [2, 'BN BR CT DA ME TN', 'GU28-29 PO18-22 RH10-20'],
  [3, 'BH DT PO SO', 'GU11-12 GU14 GU30-35 GU46 GU51-52 RG21-29 SP6-11'],
  [4, 'EX PL TQ TR'],
  [5, 'BA BS CF GL NP SA SN SP TA'],
  [6, 'B CV DE DY HR LE NN ST SY TF WR WS WV', 'S18 S32-33 S40-45 SK13 SK17 SK22-23'],
  [7, 'BB BL CH CW FY L LA LL M OL PR SK WA WN', 'SY14'],
  [8, 'CA DG', 'LA7-23'],
  [9, 'NE SR TD', 'DH4-5 EH43-46'],
  [10, 'DH DL HG TS YO', 'BD23-24 LS24 SR7-8'],
  [11, 'BD DN HD HU HX LN LS NG S WF', 'PE9-12 PE20-25 YO15-16 YO25'],
  [12, 'CB CM CO IG IP NR PE RM SS', 'EN9'],
  [13, 'LD', 'LL23-27 LL30-78 NP8 SA14-20 SA31-48 SA61-73 SY15-25'],
  [14, 'FK G KA ML PA', 'PH49-50'],
  [15, 'DD EH KY PH'],
  [16, 'AB', 'IV30-32 IV36 PH26'],
  [17, 'IV KW', 'PH19-25 PH30-44'],
  [18, 'HS'],
  [19, '', 'KW15-17'],
  [20, 'ZE'],
  [21, 'BT'],
]

const regionOfArea = new Map(REGION_TABLE.flatMap(([region, areas]) => areas.split(' ').map((area) => [area, region] as const)))
const regionOfDistrict = new Map(
  REGION_TABLE.flatMap(([region, , districts = '']) => expand(districts).map((district) => [district, region] as const)),
)

/** Expands `CM21-23 SN7` to CM21, CM22, CM23 and SN7. */
function expand(districts: string): string[] {
  return [...districts.matchAll(/([A-Z]+)(\d+)(?:-(\d+))?/g)].flatMap(([, area = '', first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, offset) => `${area}${Number(first) + offset}`),
  )
}

/** Matches a full postcode or its first half. The second half excludes C, I, K, M, O and V, which are easily misread. */
const POSTCODE_PATTERN = /^([A-Z]{1,2})(\d{1,2})([A-Z]?)(?:\d[ABD-HJLNP-UW-Z]{2})?$/

/**
 * @param postcode `LS6`, `ls6 2ab`, `EC1A 1BB`, or an area alone: `LS`
 * @returns 1 to 21, or undefined for unknown postcodes, including the Channel Islands and the Isle of Man, which are in no region
 */
export function findRegionOfPostcode(postcode: string): number | undefined {
  const compact = postcode.toUpperCase().replaceAll(/\s+/g, '')
  if (/^[A-Z]{1,2}$/.test(compact)) return regionOfArea.get(compact)
  // The second half is removed first, because `LS62AB` is in LS6 and not in LS62.
  const outward = compact.length > 4 ? compact.slice(0, -3) : compact
  const fullMatch = POSTCODE_PATTERN.exec(compact)
  const [, area = '', district = '', letter = ''] = POSTCODE_PATTERN.exec(outward) ?? []
  if (!fullMatch || area === '' || !isDistrict(district, letter)) return undefined
  return regionOfDistrict.get(`${area}${Number(district)}`) ?? regionOfArea.get(area)
}

/** Whether a district is valid: it has no leading zero before another digit, and a letter only after a single digit (EC1A). */
const isDistrict = (district: string, letter: string) => !/^0\d/.test(district) && !(district.length === 2 && letter !== '')
