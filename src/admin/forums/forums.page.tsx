/** Forum moderation: all topics, posts waiting for approval, hidden topics. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { waitingPostsQuery } from '#features/forums/moderation/moderation.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { TabSet } from '#ui/lists/tabs.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { TopicEditor } from './topic-editor.tsx'
import { TopicPanel } from './topic-panel.tsx'
import { TopicTable } from './topic-table.tsx'
import { useModeration } from './use-moderation.ts'
import { WaitingList } from './waiting-list.tsx'
import * as styles from './forums.module.css'

const TABS = ['all', 'waiting', 'hidden'] as const

export default function ForumsPage() {
  const { count } = useWording()
  const listUrl = useListUrl('status', 'category')
  const { page, filters } = listUrl
  const tab = TABS.find((name) => name === filters.status) ?? 'all'
  const [opened, open] = useState<Topic>()
  const showChanged = (changed: Topic) => open((current) => (current?.id === changed.id ? changed : current))
  const moderation = useModeration(showChanged)
  const waiting = useQuery({ ...waitingPostsQuery({ perPage: 1 }), refetchOnMount: 'always' })
  const [editing, edit] = useState<Topic | 'new'>()
  const [deleting, setDeleting] = useState<Topic[]>([])

  const remove = async () => {
    const posts = deleting.map(({ id }) => ({ kind: 'topic' as const, id }))
    const { errors: faults } = await moderation.remove(
      posts,
      posts.length === 1 ? 'Topic deleted' : `${count(posts.length, NOUNS.topic)} deleted`,
    )
    setDeleting([])
    if (faults.length === 0 && deleting.some(({ id }) => id === opened?.id)) open(undefined)
  }
  const table = (status: 'hidden' | undefined) => (
    <TopicTable
      listUrl={listUrl}
      status={status}
      moderation={moderation}
      onOpen={open}
      onEdit={edit}
      onDelete={setDeleting}
      onAdd={() => edit('new')}
    />
  )

  return (
    <>
      <AdminHead
        title="Manage Forums"
        action={
          <Button onClick={() => edit('new')}>
            <Icon name="plus" />
            Add Forum Topic
          </Button>
        }
      />
      <TabSet
        label="Topics and posts"
        className={styles.forumTabs}
        value={tab}
        onChange={(value) => listUrl.set({ status: value === 'all' ? undefined : value })}
        tabs={[
          { value: 'all', label: 'All', content: tab === 'all' && table(undefined) },
          {
            value: 'waiting',
            label: 'Waiting',
            count: waiting.data?.total,
            content: tab === 'waiting' && <WaitingList page={page} hrefFor={listUrl.hrefFor} moderation={moderation} />,
          },
          { value: 'hidden', label: 'Hidden', content: tab === 'hidden' && table('hidden') },
        ]}
      />
      {opened && (
        <TopicPanel
          key={opened.id}
          topic={opened}
          moderation={moderation}
          onEdit={() => edit(opened)}
          onDelete={() => setDeleting([opened])}
          onClose={() => open(undefined)}
        />
      )}
      {editing && <TopicEditor topic={editing === 'new' ? undefined : editing} onSaved={showChanged} onClose={() => edit(undefined)} />}
      <Confirm
        open={deleting.length > 0}
        question={
          deleting.length === 1
            ? `Delete “${deleting[0]?.title}” and its replies?`
            : `Delete ${count(deleting.length, NOUNS.topic)} and their replies?`
        }
        confirmLabel="Delete"
        tone="danger"
        busy={moderation.busy}
        onConfirm={() => void remove()}
        onCancel={() => setDeleting([])}
      >
        You can restore them from the trash for 30 days.
      </Confirm>
    </>
  )
}
