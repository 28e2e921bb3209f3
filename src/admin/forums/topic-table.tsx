import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CategorySelect, ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import type { useListUrl } from '#admin/list-url.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { ReasonConfirm } from '#features/forums/moderation/reason-confirm.tsx'
import { allTopicsQuery } from '#features/forums/moderation/moderation.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { BulkBar, Toolbar } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { NumberText } from '#ui/text/number-text.tsx'
import { PostStatusBadge } from './status-mark.tsx'
import { TopicActions } from './topic-actions.tsx'
import type { Moderation } from './use-moderation.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './forums.module.css'

const TOPICS_PER_PAGE = 25
const SORT_LABELS = { newest: 'Newest', active: 'Latest activity', views: 'Most viewed', replies: 'Most replies' } as const

interface TopicTableProps {
  listUrl: ReturnType<typeof useListUrl<'status' | 'category'>>
  status: 'hidden' | undefined
  moderation: Moderation
  onOpen: (topic: Topic) => void
  onEdit: (topic: Topic) => void
  onDelete: (topics: Topic[]) => void
  onAdd: () => void
}

export function TopicTable({ listUrl, status, moderation, onOpen, onEdit, onDelete, onAdd }: TopicTableProps) {
  const { count } = useWording()
  const { page, search } = listUrl
  const { category } = listUrl.filters
  const sort = listUrl.getSortSelect(SORT_LABELS, 'newest')
  const list = useList(allTopicsQuery({ search, category, status, sort: sort.value, page, perPage: TOPICS_PER_PAGE }))
  const categories = useQuery(categoriesQuery())
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  // Bulk actions apply only to selected rows on the current page.
  const selectedTopics = (list.data?.items ?? []).filter(({ id }) => selectedIds.has(id))

  const topicsToHide = selectedTopics.filter((topic) => topic.status !== 'hidden')
  const [isHiding, setHiding] = useState(false)

  const hide = async (reason: string | undefined) => {
    const posts = topicsToHide.map(({ id }) => ({ kind: 'topic' as const, id }))
    const change = { status: 'hidden' as const, ...(reason ? { reason } : {}) }
    const { errors } = await moderation.change(posts, change, `${count(posts.length, NOUNS.topic)} hidden`)
    // After an error the dialog stays open with its text, for the topics that are not hidden yet.
    if (errors.length > 0) return
    setHiding(false)
    setSelectedIds(new Set())
  }
  const columns: DataTableColumn<Topic>[] = [
    ...COLUMNS,
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (topic) => (
        <TopicActions topic={topic} moderation={moderation} onEdit={() => onEdit(topic)} onDelete={() => onDelete([topic])} />
      ),
    },
  ]

  return (
    <>
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={TOPICS_PER_PAGE}
        pagesLabel="Pages of topics"
        tools={
          selectedTopics.length > 0 ? (
            <BulkBar count={selectedTopics.length} onClear={() => setSelectedIds(new Set())}>
              {topicsToHide.length > 0 && (
                <Button variant="quiet" size="s" disabled={moderation.busy} onClick={() => setHiding(true)}>
                  <Icon name="eye-off" />
                  Hide
                </Button>
              )}
              <Button variant="danger" size="s" disabled={moderation.busy} onClick={() => onDelete(selectedTopics)}>
                <Icon name="trash" />
                Delete
              </Button>
            </BulkBar>
          ) : (
            <Toolbar caption={list.data && count(list.data.total, NOUNS.topic)}>
              <ListSearch label="Search topics" placeholder="Title or text" searchInput={listUrl.searchInput} />
              <CategorySelect
                allLabel="All categories"
                categories={categories.data?.items}
                value={category}
                onChoose={(slug) => listUrl.setParams({ category: slug })}
              />
              <ListSelect label="Sort by" {...sort} />
            </Toolbar>
          )
        }
        errorTitle="Error Loading Topics"
        noMatchTitle="No topics match"
        isNarrowed={Boolean(search) || Boolean(category)}
        onClear={() => {
          listUrl.searchInput.setText('')
          listUrl.setParams({ search: undefined, category: undefined })
        }}
        empty={
          status === 'hidden' ? (
            <EmptyState
              title="No hidden topics"
              text="Hidden topics are visible to administrators only. You can show them again at any time."
            />
          ) : (
            <EmptyState
              title="No topics yet"
              text="Topics by members and guests appear here."
              action={<Button onClick={onAdd}>Add Forum Topic</Button>}
            />
          )
        }
        table={{
          label: 'Topics',
          columns,
          rowLabel: ({ title }) => title,
          sort: sort.value,
          onSort: sort.onChoose,
          selection: selectedIds,
          onSelection: setSelectedIds,
          onOpen,
        }}
      />
      {isHiding && topicsToHide.length > 0 && (
        <ReasonConfirm
          question={topicsToHide.length === 1 ? `Hide “${topicsToHide[0]?.title}”?` : `Hide ${count(topicsToHide.length, NOUNS.topic)}?`}
          confirmLabel="Hide"
          busy={moderation.busy}
          onConfirm={(reason) => void hide(reason)}
          onCancel={() => setHiding(false)}
        />
      )}
    </>
  )
}

const COLUMNS: DataTableColumn<Topic>[] = [
  {
    key: 'title',
    header: 'Title',
    isTitle: true,
    cell: ({ title, isPinned, isLocked, isDemo, status }) => (
      <>
        <bdi>{title}</bdi>
        {(isPinned || isLocked || isDemo || status !== 'visible') && (
          <span className={styles.topicMarks}>
            {isPinned && (
              <Badge variant="secondary">
                <Icon name="pin" />
                Pinned
              </Badge>
            )}
            {isLocked && (
              <Badge variant="outline">
                <Icon name="lock" />
                Locked
              </Badge>
            )}
            <PostStatusBadge status={status} />
            {isDemo && <DemoChip />}
          </span>
        )}
      </>
    ),
  },
  { key: 'category', header: 'Category', cell: ({ categoryName }) => categoryName || 'Uncategorized' },
  { key: 'poster', header: 'Poster', cell: ({ username }) => username || 'Unknown User' },
  { key: 'replies', header: 'Replies', align: 'right', sortKey: 'replies', cell: ({ replyCount }) => <NumberText value={replyCount} /> },
  { key: 'views', header: 'Views', align: 'right', sortKey: 'views', cell: ({ views }) => <NumberText value={views} /> },
  { key: 'date', header: 'Date', align: 'right', sortKey: 'newest', cell: ({ createdAt }) => <ShortDate date={createdAt} /> },
]
