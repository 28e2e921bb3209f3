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

const PER_PAGE = 25

interface Row {
  /** Index in the stored list of groups. */
  at: number
  phrases: string[]
}
/** Removal of a group, or reset to the defaults. */
type Change = { row: Row } | 'all'

/** Groups of synonyms. */
export function SynonymList({ listUrl }: { listUrl: ReturnType<typeof useListUrl<'tab' | 'days'>> }) {
  const { count } = useWording()
  const synonyms = useQuery({
    ...searchSynonymsQuery(),
    refetchOnMount: 'always',
    select: ({ groups, isFirstSet }) => {
      const term = listUrl.search?.toLowerCase() ?? ''
      const matching = groups
        .map((phrases, at): Row => ({ at, phrases }))
        .filter(({ phrases }) => phrases.some((phrase) => phrase.toLowerCase().includes(term)))
      return {
        groups,
        isFirstSet,
        total: matching.length,
        items: matching.slice((listUrl.page - 1) * PER_PAGE, listUrl.page * PER_PAGE),
      }
    },
  })
  const [edited, edit] = useState<Row>()
  const [toChange, setToChange] = useState<Change>()
  const changing = useMutation({
    networkMode: 'always',
    mutationFn: (groups: string[][] | null) => changeSearchSynonyms({ groups }),
    onSuccess: (_, groups) => toast({ title: groups === null ? 'Default synonyms restored' : 'Synonyms removed' }),
    onError: (error) => toast({ title: 'Synonyms not changed', message: failureReason(error), tone: 'destructive' }),
    onSettled: () => setToChange(undefined),
  })
  const confirm = () => {
    if (toChange === 'all') changing.mutate(null)
    else if (toChange) changing.mutate(synonyms.data?.groups.filter((_, at) => at !== toChange.row.at) ?? [])
  }

  return (
    <>
      <ListFrame
        list={synonyms}
        listUrl={{ ...listUrl, isNarrowed: listUrl.search !== undefined, clear: () => listUrl.setParams({ search: undefined }) }}
        perPage={PER_PAGE}
        pagesLabel="Pages of groups"
        tools={
          <Toolbar
            caption={
              synonyms.data && `${count(synonyms.data.total, ADMIN_NOUNS.wordGroup)}${synonyms.data.isFirstSet ? ' (defaults)' : ''}`
            }
            actions={
              synonyms.data &&
              !synonyms.data.isFirstSet && (
                <Button variant="quiet" size="s" onClick={() => setToChange('all')}>
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
            rowKey={({ at }) => at}
            onOpen={edit}
            columns={[
              { key: 'phrases', header: 'Synonyms', isTitle: true, className: styles.phrases, cell: Phrases },
              {
                key: 'actions',
                header: 'Actions',
                isActions: true,
                cell: (row) => (
                  <>
                    <Tooltip text="Edit">
                      <IconButton icon="edit" label={`Edit the synonyms of “${row.phrases[0]}”`} onClick={() => edit(row)} />
                    </Tooltip>
                    <Tooltip text="Remove">
                      <IconButton
                        icon="trash"
                        label={`Remove the synonyms of “${row.phrases[0]}”`}
                        variant="danger"
                        onClick={() => setToChange({ row })}
                      />
                    </Tooltip>
                  </>
                ),
              },
            ]}
          />
        )}
      </ListFrame>
      {edited && <SynonymEditor group={edited} onClose={() => edit(undefined)} />}
      <Confirm
        open={toChange !== undefined}
        question={
          toChange === 'all' ? 'Replace your synonyms with the defaults?' : `Remove the synonyms of “${toChange?.row.phrases[0] ?? ''}”?`
        }
        confirmLabel={toChange === 'all' ? 'Restore defaults' : 'Remove synonyms'}
        tone="danger"
        busy={changing.isPending}
        onConfirm={confirm}
        onCancel={() => setToChange(undefined)}
      >
        {toChange === 'all'
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
