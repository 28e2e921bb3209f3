/** Parses docs/security.md: its requirement tables, the tests that they reference, and the summary at the end. */

/** OWASP ASVS 5.0.0: level 1 and 2 requirements by chapter, as `section:first-last`. */
const REQUIREMENTS: Record<string, string> = {
  V1: '1:1-2 2:1-9 3:1-11 4:1-3 5:1-2',
  V2: '1:1-3 2:1-3 3:1-4 4:1-1',
  V3: '2:1-2 3:1-4 4:1-6 5:1-5 7:1-2',
  V4: '1:1-3 2:1-1 3:1-2 4:1-4',
  V5: '1:1-1 2:1-3 3:1-2 4:1-3',
  V6: '1:1-3 2:1-12 3:1-4 4:1-4 5:1-5 6:1-3 8:1-4',
  V7: '1:1-3 2:1-4 3:1-2 4:1-5 5:1-2 6:1-2',
  V8: '1:1-2 2:1-3 3:1-1 4:1-1',
  V9: '1:1-3 2:1-4',
  V10: '1:1-2 2:1-2 3:1-4 4:1-11 5:1-5 6:1-2 7:1-3',
  V11: '1:1-2 2:1-3 3:1-3 4:1-4 5:1-1 6:1-1',
  V12: '1:1-3 2:1-2 3:1-4',
  V13: '1:1-1 2:1-5 3:1-2 4:1-5',
  V14: '1:1-2 2:1-4 3:1-3',
  V15: '1:1-3 2:1-3 3:1-7',
  V16: '1:1-1 2:1-5 3:1-4 4:1-3 5:1-3',
  V17: '1:1-1 2:1-4 3:1-2',
}
export const REQUIREMENT_IDS: readonly string[] = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
  sections.split(' ').flatMap((part) => {
    const [section = '', first = '', last = ''] = part.split(/[:-]/)
    return listNumbers(first, last).map((number) => `${chapter}.${section}.${number}`)
  }),
)

export const STATES = ['met', 'partly', 'not met', 'does not apply'] as const
export interface RequirementRow {
  ids: string[]
  proof: string
  state: string
}

/** Reads all table rows whose first cell has one or more ids: `V1.2.3`, `V1.2.6, V1.2.7` or `V9.1.1–V9.1.3`. */
export function readRequirementRows(page: string): RequirementRow[] {
  return page
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => {
      const cells = line.slice(1, -1).split(' | ')
      const [ids = '', , , proof = '', state = ''] = cells.map((cell) => cell.trim())
      return { ids: ids.split(', ').flatMap(readIds), proof, state }
    })
}

/** Reads each referenced test: `` `tests/x.test.ts` “part of its name” ``. */
export function readNamedTests(page: string): { file: string; piece: string | undefined }[] {
  return [...page.matchAll(/`((?:src|tests)\/[\w./-]+\.(?:test|spec)\.ts)`(?: “([^”]+)”)?/g)].map(([, file = '', piece]) => ({
    file,
    piece,
  }))
}

/** Formats the expected summary at the end of the page. */
export function formatCount(rows: readonly RequirementRow[]): string {
  const countRequirements = (state: string) => rows.filter((row) => row.state === state).flatMap(({ ids }) => ids).length
  const parts = STATES.map((state) => `${countRequirements(state)} ${state.replace('does', 'do')}`)
  return `Of ${rows.flatMap(({ ids }) => ids).length} requirements: ${parts.join(', ')}.`
}

function readIds(text: string): string[] {
  const [first = '', last = first] = text.split('–')
  const start = first.lastIndexOf('.') + 1
  return listNumbers(first.slice(start), last.slice(last.lastIndexOf('.') + 1)).map((number) => first.slice(0, start) + number)
}

function listNumbers(first: string, last: string): number[] {
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index)
}
