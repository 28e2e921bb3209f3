/** Page with tabs for search statistics, synonyms and pinned results. */
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { parseChoice } from '#admin/list/list-filters.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { TabSet } from '#ui/lists/tabs.tsx'
import { AddPin } from './add-pin.tsx'
import type { OpenSheet } from './open-sheet.ts'
import { PinList } from './pin-list.tsx'
import { SearchReportView } from './search-report.tsx'
import { SynonymEditor } from './synonym-editor.tsx'
import { SynonymList } from './synonym-list.tsx'
import * as styles from './search.module.css'

const TABS = { searches: 'Searches', synonyms: 'Synonyms', pins: 'Pinned results' } as const
type Tab = keyof typeof TABS

export default function SearchAdminPage() {
  const listUrl = useListUrl('tab', 'days')
  const tab: Tab = parseChoice(TABS, listUrl.filters.tab) ?? 'searches'
  const [openSheet, setOpenSheet] = useState<OpenSheet>()
  const renderAddButton = (sheet: OpenSheet['sheet'], label: string) => (
    <Button onClick={() => setOpenSheet({ sheet, searchTerm: '' })}>
      <Icon name="plus" />
      {label}
    </Button>
  )
  return (
    <>
      <AdminHead
        title="Search"
        caption="What visitors search for, and what they find. Searches are counted anonymously."
        action={
          tab === 'synonyms'
            ? renderAddButton('synonyms', 'Add synonyms')
            : tab === 'pins'
              ? renderAddButton('pin', 'Pin a result')
              : undefined
        }
      />
      <TabSet
        label="Search"
        className={styles.tabs}
        value={tab}
        onChange={(value) => listUrl.setParams({ tab: value === 'searches' ? undefined : value, search: undefined, days: undefined })}
        tabs={[
          { value: 'searches', label: TABS.searches, content: <SearchReportView listUrl={listUrl} onOpen={setOpenSheet} /> },
          { value: 'synonyms', label: TABS.synonyms, content: <SynonymList listUrl={listUrl} /> },
          { value: 'pins', label: TABS.pins, content: <PinList /> },
        ]}
      />
      {openSheet?.sheet === 'synonyms' && <SynonymEditor searchTerm={openSheet.searchTerm} onClose={() => setOpenSheet(undefined)} />}
      {openSheet?.sheet === 'pin' && <AddPin searchTerm={openSheet.searchTerm} onClose={() => setOpenSheet(undefined)} />}
    </>
  )
}
