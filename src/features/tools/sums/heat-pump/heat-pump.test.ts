/** Tests grants and paybacks of the tool `heat-pump` by the kind of heat pump. */
import { describe, expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { runTool } from '#features/tools/catalogue/tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-28')
function run(query: string) {
  const result = runTool('heat-pump', Object.fromEntries(new URLSearchParams(query)), referenceValues)
  if (!result.isValid) throw new Error(JSON.stringify(result.errors))
  return { ...result, codes: result.warnings.map(({ code }) => code) }
}
const getMiddle = (query: string, name: string) => run(query).results[name]?.middle

describe('a home with electric heaters', () => {
  const home = 'nation=england&fuel=electric&consumption=4100&scop=3.28&fuelPrice=16'

  test('gets the grant of an air-to-air heat pump, unless it plans radiators and pipes', () => {
    expect(getMiddle(home, 'grant')).toBe(2500)
    expect(getMiddle(`${home}&kind=air-to-water`, 'grant')).toBe(7500)
    expect(getMiddle(`${home}&nation=scotland`.replace('nation=england&', ''), 'grant')).toBe(0)
    expect(getMiddle(`${home}&quote=5350`, 'payback')).toBeCloseTo((5350 - 2500) / (getMiddle(home, 'gain') ?? 0), 6)
  })
  test('warns what an air-to-air heat pump does not do, and what pipes cost', () => {
    expect(run(home).warnings.find(({ code }) => code === 'air-to-air')?.message).toMatch(
      /heats no water.*hot water out of the fuel above\.$/,
    )
    expect(run(home.replace('&scop=3.28', '')).warnings.find(({ code }) => code === 'air-to-air')?.message).toContain('enter the SCOP')
    const { warnings } = run(`${home}&kind=air-to-water`)
    expect(warnings.find(({ code }) => code === 'needs-pipes')?.message).toContain('£3,500 to £8,000')
  })
})

test('a grant that pays the whole quote is stated, and there is nothing to pay back', () => {
  const { results, codes } = run('nation=england&consumption=11500&scop=3.9&quote=7000')
  expect(results['payback']?.middle).toBe(0)
  expect(codes).toContain('grant-pays-all')
  expect(run('nation=england&consumption=11500&scop=3.9&quote=7501').results['payback']?.middle).toBeGreaterThanOrEqual(1 / 12)
  expect(run('nation=england&consumption=11500&scop=3.9&quote=7501').codes).not.toContain('grant-pays-all')
})
