/** Page for moderating the forums, with tabs for all topics, posts waiting for approval and hidden topics. */
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

const TAB_NAMES = ['all', 'waiting', 'hidden'] as const

export default function ForumsPage() {
  const { count } = useWording()
  const listUrl = useListUrl('status', 'category')
  const { page, filters } = listUrl
  const tab = TAB_NAMES.find((name) => name === filters.status) ?? 'all'
  const [openedTopic, setOpenedTopic] = useState<Topic>()
  const updateOpenedTopic = (changed: Topic) => setOpenedTopic((current) => (current?.id === changed.id ? changed : current))
  const moderation = useModeration(updateOpenedTopic)
  const waiting = useQuery({ ...waitingPostsQuery({ perPage: 1 }), refetchOnMount: 'always' })
  const [editedTopic, setEditedTopic] = useState<Topic | 'new'>()
  const [topicsToDelete, setTopicsToDelete] = useState<Topic[]>([])

  const deleteTopics = async () => {
    const posts = topicsToDelete.map(({ id }) => ({ kind: 'topic' as const, id }))
    const { errors } = await moderation.remove(posts, posts.length === 1 ? 'Topic deleted' : `${count(posts.length, NOUNS.topic)} deleted`)
    setTopicsToDelete([])
    if (errors.length === 0 && topicsToDelete.some(({ id }) => id === openedTopic?.id)) setOpenedTopic(undefined)
  }
  const renderTable = (status: 'hidden' | undefined) => (
    <TopicTable
      listUrl={listUrl}
      status={status}
      moderation={moderation}
      onOpen={setOpenedTopic}
      onEdit={setEditedTopic}
      onDelete={setTopicsToDelete}
      onAdd={() => setEditedTopic('new')}
    />
  )

  return (
    <>
      <AdminHead
        title="Manage Forums"
        action={
          <Button onClick={() => setEditedTopic('new')}>
            <Icon name="plus" />
            Add Forum Topic
          </Button>
        }
      />
      <TabSet
        label="Topics and posts"
        className={styles.forumTabs}
        value={tab}
        onChange={(value) => listUrl.setParams({ status: value === 'all' ? undefined : value })}
        tabs={[
          { value: 'all', label: 'All', content: tab === 'all' && renderTable(undefined) },
          {
            value: 'waiting',
            label: 'Waiting',
            count: waiting.data?.total,
            content: tab === 'waiting' && <WaitingList page={page} hrefFor={listUrl.hrefFor} moderation={moderation} />,
          },
          { value: 'hidden', label: 'Hidden', content: tab === 'hidden' && renderTable('hidden') },
        ]}
      />
      {openedTopic && (
        <TopicPanel
          key={openedTopic.id}
          topic={openedTopic}
          moderation={moderation}
          onEdit={() => setEditedTopic(openedTopic)}
          onDelete={() => setTopicsToDelete([openedTopic])}
          onClose={() => setOpenedTopic(undefined)}
        />
      )}
      {editedTopic && (
        <TopicEditor
          topic={editedTopic === 'new' ? undefined : editedTopic}
          onSaved={updateOpenedTopic}
          onClose={() => setEditedTopic(undefined)}
        />
      )}
      <Confirm
        open={topicsToDelete.length > 0}
        question={
          topicsToDelete.length === 1
            ? `Delete “${topicsToDelete[0]?.title}” and its replies?`
            : `Delete ${count(topicsToDelete.length, NOUNS.topic)} and their replies?`
        }
        confirmLabel="Delete"
        tone="danger"
        busy={moderation.busy}
        onConfirm={() => void deleteTopics()}
        onCancel={() => setTopicsToDelete([])}
      >
        You can restore them from the trash for 30 days.
      </Confirm>
    </>
  )
}
