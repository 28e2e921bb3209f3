import type { SearchCount } from '#features/search/administration/search-admin.client.ts'
import { IconButton } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { Link } from '#ui/router/link.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import type { OpenSheet } from './open-sheet.ts'
import * as styles from './search.module.css'

type OpenSearchSheet = (sheet: OpenSheet) => void

const SEARCH_TERM_COLUMN: DataTableColumn<SearchCount> = {
  key: 'query',
  header: 'Search term',
  isTitle: true,
  className: styles.words,
  cell: ({ query }) => <Link to={`/search?${new URLSearchParams({ q: query })}`}>{query}</Link>,
}
const SEARCH_COUNT_COLUMN: DataTableColumn<SearchCount> = {
  key: 'count',
  header: 'Searches',
  align: 'right',
  cell: ({ count }) => <SearchNumber value={count} />,
}

export const createFailedSearchColumns = (onOpen: OpenSearchSheet): DataTableColumn<SearchCount>[] => [
  SEARCH_TERM_COLUMN,
  SEARCH_COUNT_COLUMN,
  {
    key: 'actions',
    header: 'Actions',
    isActions: true,
    cell: ({ query }) => (
      <>
        <Tooltip text="Add synonyms">
          <IconButton icon="edit" label={`Add synonyms for “${query}”`} onClick={() => onOpen({ sheet: 'synonyms', searchTerm: query })} />
        </Tooltip>
        <PinButton query={query} onOpen={onOpen} />
      </>
    ),
  },
]

export const createFrequentSearchColumns = (onOpen: OpenSearchSheet): DataTableColumn<SearchCount>[] => [
  SEARCH_TERM_COLUMN,
  SEARCH_COUNT_COLUMN,
  { key: 'results', header: 'Results', align: 'right', cell: ({ results }) => <SearchNumber value={results} /> },
  { key: 'clicks', header: 'Opened', align: 'right', cell: ({ clicks }) => <SearchNumber value={clicks} /> },
  { key: 'actions', header: 'Actions', isActions: true, cell: ({ query }) => <PinButton query={query} onOpen={onOpen} /> },
]

const PinButton = ({ query, onOpen }: { query: string; onOpen: OpenSearchSheet }) => (
  <Tooltip text="Pin a result">
    <IconButton icon="thumb-tack" label={`Pin a result for “${query}”`} onClick={() => onOpen({ sheet: 'pin', searchTerm: query })} />
  </Tooltip>
)

export function SearchNumber({ value }: { value: number }) {
  return <span className="num">{useWording().number(value)}</span>
}
