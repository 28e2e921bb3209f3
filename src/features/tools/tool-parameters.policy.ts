/**
 * Lists all query parameters of the tool pages, in URL order. They are written out because every page's bundle contains the page table, but not
 * the tools; a test compares the list with the tools' inputs.
 */
import { CELLS_OF_ROW, joinCells } from './inputs/join-cells.policy.ts'

export const TOOL_PARAMETERS: readonly string[] =
  'age airChanges area barrier battery bill boot budget carOnlyHousePrice carOnlyPrice carPrice channel charger chargerPhases charging cheapPrice cheapShare consumption cycles cylinder date dayPrice degreeDays design directivity distance done drive dwelling efficiency electricityPrice elements energy epc export flat flow fuel fuelPrice fuse g99 glazing heatPumpPrice heatedRooms heating house import inAndOut indoor insulated inverter kWhPerMile kind limit lines listed litrePrice litres load loss mains meanPrice meanState meterGoes miles mode monthly mpg nation neighbour nightPrice nightShare offGasGrid outdoors output panels parking peakPrice peakShare people phases pipes plainPrice plans postcode power power2 price priceRise pumpPrice quote region room rooms rural scop seats selfUse size slopes standardPrice standby standingCharge surface tenure throughput towing uAfter uBefore use vat volume walls years yield'.split(
    ' ',
  )

/** Parameters that a form submitted without JavaScript repeats, once for each checkbox or cell. */
export const LIST_PARAMETERS: readonly string[] = ['plans', 'done', 'lines', ...Object.keys(CELLS_OF_ROW)]

/** Reads the tool inputs from a query string and joins each to one text; empty inputs are left out. */
export function readToolQuery(searchParams: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    TOOL_PARAMETERS.flatMap((name) => {
      const values = searchParams.getAll(name)
      // Of other repeated parameters the first value is used, as on all pages; the API rejects repeated parameters.
      const text = (LIST_PARAMETERS.includes(name) && values.length > 1 ? joinCells(name, values) : (values[0] ?? '')).trim()
      return text === '' ? [] : [[name, text]]
    }),
  )
}
