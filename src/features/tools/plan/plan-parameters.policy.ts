/** Lists the query parameters of the plan page: the inputs of `which-first` and `jobs`. A test compares the list with the tool's inputs. */
export const PLAN_PARAMETERS: readonly string[] =
  'jobs tenure house age walls glazing heating pipes fuel offGasGrid done budget postcode region nation litres bill heatedRooms consumption people efficiency scop litrePrice fuelPrice use electricityPrice export epc'.split(
    ' ',
  )
export const PLAN_LIST_PARAMETERS: readonly string[] = ['jobs', 'done']

/** Reads the parameters from a query string and joins each to one text; empty parameters are left out. */
export function readPlanQuery(searchParams: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    PLAN_PARAMETERS.flatMap((name) => {
      const values = searchParams.getAll(name)
      const text = (PLAN_LIST_PARAMETERS.includes(name) ? values.join(',') : (values[0] ?? '')).trim()
      return text === '' ? [] : [[name, text]]
    }),
  )
}
