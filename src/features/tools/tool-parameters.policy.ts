/**
 * Every name that a tool's input may have in an address, in their order there. Written out, as the table of pages is in every page's
 * script and the sums are not; a test holds it against the tools.
 */
import { CELLS_OF_ROW, joinCells } from './inputs/join-cells.policy.ts'

export const TOOL_PARAMETERS: readonly string[] =
  'age airChanges area barrier battery budget carOnlyHousePrice carOnlyPrice carPrice channel charger consumption cycles date dayPrice degreeDays design directivity distance done efficiency electricityPrice elements energy epc export flat flow fuel fuelPrice fuse g99 house import inAndOut indoor inverter kWhPerMile kind limit lines load loss meanPrice meanState meterGoes miles mode mpg nation nightPrice nightShare offGasGrid output people phases plainPrice plans postcode power power2 price priceRise pumpPrice quote region room rooms rural scop selfUse size slopes standby standingCharge tenure throughput uAfter uBefore use vat volume years yield'.split(
    ' ',
  )

/** Those that a form without a script sends once for each box or cell. */
export const LIST_PARAMETERS: readonly string[] = ['plans', 'done', 'lines', ...Object.keys(CELLS_OF_ROW)]

/** What an address gives a tool: each input as one text, empty ones left out. */
export function readGivenTexts(address: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    TOOL_PARAMETERS.flatMap((name) => {
      const values = address.getAll(name)
      // Of what is given twice the first counts, as everywhere; the API says so instead.
      const text = (LIST_PARAMETERS.includes(name) && values.length > 1 ? joinCells(name, values) : (values[0] ?? '')).trim()
      return text === '' ? [] : [[name, text]]
    }),
  )
}
