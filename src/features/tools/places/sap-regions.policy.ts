/**
 * Lists the 22 SAP regions with latitude, solar irradiance on a horizontal surface, and degree-days.
 * Source: SAP 10.2, Appendix U, Tables U3 and U4 (BRE); region 0 is the UK average, which EPCs use.
 */

export interface SapRegion {
  region: number
  name: string
  latitudeDegrees: number
  /** Mean irradiance on a horizontal surface in W/m² by month, January to December. */
  sunWattsPerM2: readonly number[]
  /** Heating degree-days a year, base 15.5 °C, from SAP's monthly temperatures by Hitchin's formula. */
  degreeDays: number
}

const createRegion = (region: number, name: string, latitudeDegrees: number, sunWattsText: string, degreeDays: number): SapRegion => ({
  region,
  name,
  latitudeDegrees,
  sunWattsPerM2: sunWattsText.split(' ').map(Number),
  degreeDays,
})

export const SAP_REGIONS: readonly SapRegion[] = [
  createRegion(0, 'UK average', 53.5, '26 54 96 150 192 200 189 157 115 66 33 21', 2194),
  createRegion(1, 'Thames', 51.6, '30 56 98 157 195 217 203 173 127 73 39 24', 1910),
  createRegion(2, 'South East England', 51.1, '32 59 104 170 208 231 216 182 133 77 41 25', 1959),
  createRegion(3, 'Southern England', 50.9, '35 62 109 172 209 235 217 185 138 80 44 27', 1911),
  createRegion(4, 'South West England', 50.5, '36 63 111 174 210 233 204 182 136 78 44 28', 1891),
  createRegion(5, 'Severn', 51.5, '32 59 105 167 201 226 206 175 130 74 40 25', 2050),
  createRegion(6, 'Midlands', 52.6, '28 55 97 153 191 208 194 163 121 69 35 23', 2188),
  createRegion(7, 'West Pennines', 53.5, '24 51 95 152 191 203 186 152 115 65 31 20', 2128),
  createRegion(8, 'North West England and South West Scotland', 54.6, '23 51 95 157 200 203 194 156 113 62 30 19', 2469),
  // September is 111; some published tables misprint it as 11.
  createRegion(9, 'Borders', 55.2, '23 50 92 151 200 196 187 153 111 61 30 18', 2444),
  createRegion(10, 'North East England', 54.4, '25 51 95 152 196 198 190 156 115 64 32 20', 2351),
  createRegion(11, 'East Pennines', 53.5, '26 54 96 150 192 200 189 157 115 66 33 21', 2194),
  createRegion(12, 'East Anglia', 52.1, '30 58 101 165 203 220 206 173 128 74 39 24', 2012),
  createRegion(13, 'Wales', 52.6, '29 57 104 164 205 220 199 167 120 68 35 22', 2195),
  createRegion(14, 'West Scotland', 55.9, '19 46 88 148 196 193 185 150 101 55 25 15', 2510),
  createRegion(15, 'East Scotland', 56.2, '21 46 89 146 198 191 183 150 106 57 27 15', 2587),
  createRegion(16, 'North East Scotland', 57.3, '19 45 89 143 194 188 177 144 101 54 25 14', 2747),
  createRegion(17, 'Highland', 57.5, '17 43 85 145 189 185 170 139 98 51 22 12', 2917),
  createRegion(18, 'Western Isles', 57.7, '16 41 87 155 205 206 185 148 101 51 21 11', 2483),
  createRegion(19, 'Orkney', 59.0, '14 39 84 143 205 201 178 145 100 50 19 9', 2701),
  createRegion(20, 'Shetland', 60.1, '12 34 79 135 196 190 168 144 90 46 16 7', 2796),
  createRegion(21, 'Northern Ireland', 54.6, '24 52 96 155 201 198 183 150 107 61 30 18', 2297),
]

export const NORTHERN_IRELAND_REGION = 21
/** Region with a lower design temperature. */
export const HIGHLAND_REGION = 17
export const isHighland = (region: number): boolean => region === HIGHLAND_REGION

/**
 * Returns a SAP region by its number.
 * @throws RangeError unless `region` is 0 to 21
 */
export function getSapRegion(region: number): SapRegion {
  const sapRegion = SAP_REGIONS[region]
  if (!sapRegion) throw new RangeError(`There is no SAP region ${region}.`)
  return sapRegion
}
