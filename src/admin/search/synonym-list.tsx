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
  /** Its place among the groups: what an editor changes. */
  at: number
  phrases: string[]
}
type Change = { about: Row } | 'all'

/** Words and phrases that mean the same to the search, group by group. */
export function SynonymList({ listUrl }: { listUrl: ReturnType<typeof useListUrl<'tab' | 'days'>> }) {
  const { count } = useWording()
  const synonyms = useQuery({
    ...searchSynonymsQuery(),
    refetchOnMount: 'always',
    select: ({ groups, isFirstSet }) => {
      const sought = listUrl.search?.toLowerCase() ?? ''
      const matching = groups
        .map((phrases, at): Row => ({ at, phrases }))
        .filter(({ phrases }) => phrases.some((one) => one.toLowerCase().includes(sought)))
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
    onSuccess: (_, groups) => toast({ title: groups === null ? 'The first set is back' : 'Group removed' }),
    onError: (fault) => toast({ title: 'Synonyms not changed', message: failureReason(fault), tone: 'destructive' }),
    onSettled: () => setToChange(undefined),
  })
  const confirm = () => {
    if (toChange === 'all') changing.mutate(null)
    else if (toChange) changing.mutate(synonyms.data?.groups.filter((_, at) => at !== toChange.about.at) ?? [])
  }

  return (
    <>
      <ListFrame
        list={synonyms}
        listUrl={{ ...listUrl, isNarrowed: listUrl.search !== undefined, clear: () => listUrl.set({ search: undefined }) }}
        perPage={PER_PAGE}
        pagesLabel="Pages of groups"
        tools={
          <Toolbar
            caption={
              synonyms.data &&
              `${count(synonyms.data.total, ADMIN_NOUNS.wordGroup)}${synonyms.data.isFirstSet ? ', as the software brings them' : ''}`
            }
            actions={
              synonyms.data &&
              !synonyms.data.isFirstSet && (
                <Button variant="quiet" size="s" onClick={() => setToChange('all')}>
                  Bring back the first set
                </Button>
              )
            }
          >
            <ListSearch label="Search groups" placeholder="A word" typed={listUrl.typed} />
          </Toolbar>
        }
        errorTitle="The synonyms could not be loaded"
        noMatch="No group has that word"
        empty={<EmptyState title="No words mean the same" text="Each word is searched for as it was typed, with its forms." />}
      >
        {({ items }) => (
          <DataTable
            label="Groups of words that mean the same"
            rows={items}
            rowKey={({ at }) => at}
            onOpen={edit}
            columns={[
              { key: 'phrases', header: 'Mean the same, both ways', isTitle: true, className: styles.phrases, cell: Phrases },
              {
                key: 'actions',
                header: 'Actions',
                isActions: true,
                cell: (row) => (
                  <>
                    <Tooltip text="Change">
                      <IconButton icon="edit" label={`Change the group of “${row.phrases[0]}”`} onClick={() => edit(row)} />
                    </Tooltip>
                    <Tooltip text="Remove">
                      <IconButton
                        icon="trash"
                        label={`Remove the group of “${row.phrases[0]}”`}
                        variant="danger"
                        onClick={() => setToChange({ about: row })}
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
          toChange === 'all'
            ? 'Put the groups that the software brings in the place of yours?'
            : `Remove the group of “${toChange?.about.phrases[0] ?? ''}”?`
        }
        confirmLabel={toChange === 'all' ? 'Bring back the first set' : 'Remove the group'}
        tone="danger"
        busy={changing.isPending}
        onConfirm={confirm}
        onCancel={() => setToChange(undefined)}
      >
        {toChange === 'all' ? 'What you have added and changed is lost.' : 'These words then no longer lead to each other’s results.'}
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
