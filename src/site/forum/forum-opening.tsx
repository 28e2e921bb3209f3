/** Opening of the forum page: title, new-topic button and form, and the confirmation after posting. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Category } from '#features/categories/category.client.ts'
import { NewTopicForm } from '#features/forums/new-topic-form.tsx'
import type { Topic, TopicFilter } from '#features/forums/topic.client.ts'
import { WaitingPostNotice } from '#features/trust/waiting-post.tsx'
import { GUEST_ID } from '#features/users/user.client.ts'
import { useHasFilledForm } from '#platform/client/forms/filled-forms.client.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { PostingGate, useMayPost } from '#site/account/posting-gate.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Notice } from '#ui/states/notice.tsx'
import { usePrefilledTopic } from './prefilled-topic.ts'
import { ForumPostingDenied, NEW_TOPIC_FORM_ID, NewTopicButton } from './start-topic.tsx'
import { isUnfiltered } from '#site/forum/lists/topic-filter.ts'
import * as styles from './forum.module.css'

export function ForumOpening({ filter, categories }: { filter: TopicFilter; categories: Category[] }) {
  const navigate = useNavigate()
  const { features } = useSite()
  // Opening the form needs JavaScript, so the server does not render it.
  const isMounted = useMounted()
  const mayPost = useMayPost()
  const isFilled = useHasFilledForm()
  const { prefilledTopic, isNew, dismiss } = usePrefilledTopic()
  const [wasOpened, setWasOpened] = useState(false)
  const isFormOpen = wasOpened || isNew
  const [postedTopic, setPostedTopic] = useState<Topic>()
  const toggleRef = useRef<HTMLButtonElement>(null)

  const openOrCloseForm = (shouldOpen: boolean) => {
    dismiss()
    setWasOpened(shouldOpen)
    if (shouldOpen) setPostedTopic(undefined)
    else toggleRef.current?.focus()
  }
  const showPostedTopic = (topic: Topic) => {
    openOrCloseForm(false)
    setPostedTopic(topic)
    // Removes the filter, because a new topic is at the top of the list without a filter.
    if (topic.status === 'visible' && !isUnfiltered(filter)) void navigate(paths.forum(), { preventScrollReset: true })
  }

  const openAnsweringTopic = (path: string) => {
    dismiss()
    setWasOpened(false)
    void navigate(path)
  }

  return (
    <>
      <header className={`head ${styles.forumHead}`}>
        <h1>Forum</h1>
        {features.userAccounts && <p data-part="head-note">Ask before you buy. Answer once you have.</p>}
        <NewTopicButton buttonRef={toggleRef} isFormOpen={isFormOpen} onToggle={openOrCloseForm} />
      </header>
      {isMounted && (mayPost || isFilled) && (
        <section className={styles.newTopic} id={NEW_TOPIC_FORM_ID} hidden={!isFormOpen} aria-labelledby="new-topic-title">
          <h2 id="new-topic-title">Your new topic</h2>
          <PostingGate purpose="to start a topic">
            {(userId) => (
              <NewTopicForm
                key={`${prefilledTopic?.content ?? ''} ${prefilledTopic?.products[0]?.slug ?? ''}`}
                categories={categories}
                userId={userId}
                open={isFormOpen}
                onPosted={showPostedTopic}
                onCancel={() => openOrCloseForm(false)}
                onAnswered={openAnsweringTopic}
                hasProducts={features.products}
                initialValues={
                  prefilledTopic && {
                    ...prefilledTopic,
                    categoryId: categories.find(({ slug }) => slug === prefilledTopic.categorySlug)?.id,
                  }
                }
              />
            )}
          </PostingGate>
        </section>
      )}
      <ForumPostingDenied />
      <noscript>
        <Notice className={styles.forumNoscript}>Starting a topic needs JavaScript.</Notice>
      </noscript>
      <div role="status" className={styles.forumPosted}>
        {postedTopic?.status === 'visible' && <Notice tone="good">Your topic “{postedTopic.title}” is posted.</Notice>}
        {postedTopic && postedTopic.status !== 'visible' && (
          <WaitingPostNotice what="topic" waitingFor={postedTopic.waitingFor} isListed={postedTopic.userId !== GUEST_ID} />
        )}
      </div>
    </>
  )
}
