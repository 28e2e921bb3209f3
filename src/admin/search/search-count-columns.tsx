import type { SearchCount } from '#features/search/administration/search-admin.client.ts'
import { IconButton } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { Link } from '#ui/router/link.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import type { OpenSheet } from './open-sheet.ts'
import * as styles from './search.module.css'

type OpenSearchSheet = (sheet: OpenSheet) => void

const WORDS: DataTableColumn<SearchCount> = {
  key: 'query',
  header: 'Words',
  isTitle: true,
  className: styles.words,
  cell: ({ query }) => <Link to={`/search?${new URLSearchParams({ q: query })}`}>{query}</Link>,
}
const TIMES: DataTableColumn<SearchCount> = {
  key: 'count',
  header: 'Searches',
  align: 'right',
  cell: ({ count }) => <SearchFigure value={count} />,
}

export const searchesInVainColumns = (onOpen: OpenSearchSheet): DataTableColumn<SearchCount>[] => [
  WORDS,
  TIMES,
  {
    key: 'actions',
    header: 'Actions',
    isActions: true,
    cell: ({ query }) => (
      <>
        <Tooltip text="Say what it means">
          <IconButton icon="edit" label={`Say what “${query}” means`} onClick={() => onOpen({ sheet: 'synonyms', words: query })} />
        </Tooltip>
        <PinButton query={query} onOpen={onOpen} />
      </>
    ),
  },
]

export const frequentSearchesColumns = (onOpen: OpenSearchSheet): DataTableColumn<SearchCount>[] => [
  WORDS,
  TIMES,
  { key: 'results', header: 'Results', align: 'right', cell: ({ results }) => <SearchFigure value={results} /> },
  { key: 'clicks', header: 'Opened', align: 'right', cell: ({ clicks }) => <SearchFigure value={clicks} /> },
  { key: 'actions', header: 'Actions', isActions: true, cell: ({ query }) => <PinButton query={query} onOpen={onOpen} /> },
]

const PinButton = ({ query, onOpen }: { query: string; onOpen: OpenSearchSheet }) => (
  <Tooltip text="Pin a result">
    <IconButton icon="thumb-tack" label={`Pin a result to “${query}”`} onClick={() => onOpen({ sheet: 'pin', words: query })} />
  </Tooltip>
)

export function SearchFigure({ value }: { value: number }) {
  return <span className="num">{useWording().number(value)}</span>
}
