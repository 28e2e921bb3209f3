import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListSearch } from '#admin/list/list-filters.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import type { useListUrl } from '#admin/list-url.ts'
import { changeSearchSynonyms, searchSynonymsQuery } from '#features/search/administration/search-admin.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button, IconButton } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { SynonymEditor } from './synonym-editor.tsx'
import * as styles from './search.module.css'

const GROUPS_PER_PAGE = 25

interface Row {
  /** Position of the group in the stored list. */
  index: number
  phrases: string[]
}
/** Change to confirm: the removal of one group, or the reset of all groups to the defaults. */
type Change = { row: Row } | 'all'

/** Lists the groups of synonyms; administrators edit and remove them, or restore the defaults. */
export function SynonymList({ listUrl }: { listUrl: ReturnType<typeof useListUrl<'tab' | 'days'>> }) {
  const { count } = useWording()
  const synonyms = useQuery({
    ...searchSynonymsQuery(),
    refetchOnMount: 'always',
    select: ({ groups, isFirstSet }) => {
      const term = listUrl.search?.toLowerCase() ?? ''
      const matching = groups
        .map((phrases, index): Row => ({ index, phrases }))
        .filter(({ phrases }) => phrases.some((phrase) => phrase.toLowerCase().includes(term)))
      return {
        groups,
        isFirstSet,
        total: matching.length,
        items: matching.slice((listUrl.page - 1) * GROUPS_PER_PAGE, listUrl.page * GROUPS_PER_PAGE),
      }
    },
  })
  const [editedRow, setEditedRow] = useState<Row>()
  const [changeToConfirm, setChangeToConfirm] = useState<Change>()
  const synonymChange = useMutation({
    networkMode: 'always',
    mutationFn: (groups: string[][] | null) => changeSearchSynonyms({ groups }),
    onSuccess: (_, groups) => toast({ title: groups === null ? 'Default synonyms restored' : 'Synonyms removed' }),
    onError: (error) => toast({ title: 'Synonyms not changed', message: failureReason(error), tone: 'destructive' }),
    onSettled: () => setChangeToConfirm(undefined),
  })
  const applyChange = () => {
    if (changeToConfirm === 'all') synonymChange.mutate(null)
    else if (changeToConfirm) synonymChange.mutate(synonyms.data?.groups.filter((_, index) => index !== changeToConfirm.row.index) ?? [])
  }

  return (
    <>
      <ListFrame
        list={synonyms}
        listUrl={{ ...listUrl, isNarrowed: listUrl.search !== undefined, clear: () => listUrl.setParams({ search: undefined }) }}
        perPage={GROUPS_PER_PAGE}
        pagesLabel="Pages of groups"
        tools={
          <Toolbar
            caption={
              synonyms.data && `${count(synonyms.data.total, ADMIN_NOUNS.wordGroup)}${synonyms.data.isFirstSet ? ' (defaults)' : ''}`
            }
            actions={
              synonyms.data &&
              !synonyms.data.isFirstSet && (
                <Button variant="quiet" size="s" onClick={() => setChangeToConfirm('all')}>
                  Restore defaults
                </Button>
              )
            }
          >
            <ListSearch label="Search synonyms" placeholder="A word" searchInput={listUrl.searchInput} />
          </Toolbar>
        }
        errorTitle="The synonyms could not be loaded"
        noMatchTitle="No synonyms match"
        empty={<EmptyState title="No synonyms" text="Searches find only the words that were entered, and their other forms." />}
      >
        {({ items }) => (
          <DataTable
            label="Synonyms"
            rows={items}
            rowKey={({ index }) => index}
            onOpen={setEditedRow}
            columns={[
              { key: 'phrases', header: 'Synonyms', isTitle: true, className: styles.phrases, cell: Phrases },
              {
                key: 'actions',
                header: 'Actions',
                isActions: true,
                cell: (row) => (
                  <>
                    <Tooltip text="Edit">
                      <IconButton icon="edit" label={`Edit the synonyms of “${row.phrases[0]}”`} onClick={() => setEditedRow(row)} />
                    </Tooltip>
                    <Tooltip text="Remove">
                      <IconButton
                        icon="trash"
                        label={`Remove the synonyms of “${row.phrases[0]}”`}
                        variant="danger"
                        onClick={() => setChangeToConfirm({ row })}
                      />
                    </Tooltip>
                  </>
                ),
              },
            ]}
          />
        )}
      </ListFrame>
      {editedRow && <SynonymEditor group={editedRow} onClose={() => setEditedRow(undefined)} />}
      <Confirm
        open={changeToConfirm !== undefined}
        question={
          changeToConfirm === 'all'
            ? 'Replace your synonyms with the defaults?'
            : `Remove the synonyms of “${changeToConfirm?.row.phrases[0] ?? ''}”?`
        }
        confirmLabel={changeToConfirm === 'all' ? 'Restore defaults' : 'Remove synonyms'}
        tone="danger"
        busy={synonymChange.isPending}
        onConfirm={applyChange}
        onCancel={() => setChangeToConfirm(undefined)}
      >
        {changeToConfirm === 'all'
          ? 'The synonyms that you have added or changed are lost.'
          : 'A search for one of these words no longer finds the others.'}
      </Confirm>
    </>
  )
}

const Phrases = ({ phrases }: Row) => (
  <span className={styles.chips}>
    {phrases.map((phrase) => (
      <span key={phrase}>{phrase}</span>
    ))}
  </span>
)
