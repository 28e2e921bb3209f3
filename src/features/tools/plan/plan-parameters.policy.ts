/** What the address of a plan may hold: the inputs of `which-first`, who owns the home, and the jobs. A test holds it against the tool. */
export const PLAN_PARAMETERS: readonly string[] =
  'jobs house age done budget postcode region nation tenure fuel consumption efficiency fuelPrice use electricityPrice export epc'.split(
    ' ',
  )
export const PLAN_LISTS: readonly string[] = ['jobs', 'done']

/** Each as one text, empty ones left out. */
export function readPlanTexts(address: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    PLAN_PARAMETERS.flatMap((name) => {
      const values = address.getAll(name)
      const text = (PLAN_LISTS.includes(name) ? values.join(',') : (values[0] ?? '')).trim()
      return text === '' ? [] : [[name, text]]
    }),
  )
}
