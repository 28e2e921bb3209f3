import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MemberSlot } from '#features/accounts/sessions/member-slot.tsx'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { NewTopicForm } from '#features/forums/new-topic-form.tsx'
import type { Topic } from '#features/forums/topic.client.ts'
import { WaitingPost } from '#features/forums/moderation/waiting-post.tsx'
import { PostingGate, useMayPost } from '#site/account/posting-gate.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSearchParams } from '#ui/router/use-search-params.ts'
import { useAskedQuestion } from './asked-question.ts'
import { ForumFilters } from './forum-filters.tsx'
import { ForumClosed, NEW_TOPIC_FORM, StartTopic } from './start-topic.tsx'
import { parseTopicFilter, isUnfiltered } from './topic-filter.ts'
import { TopicList } from './topic-list.tsx'
import * as styles from './forum.module.css'

export default function ForumPage() {
  const [address] = useSearchParams()
  const filter = parseTopicFilter(address)
  const navigate = useNavigate()
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  const category = categories.find(({ slug }) => slug === filter.category)
  const { features } = useSite()
  const mayPost = useMayPost()
  const { asked, isNew, take } = useAskedQuestion()
  const [isOpen, setOpen] = useState(false)
  const open = isOpen || isNew
  const [posted, setPosted] = useState<Topic>()
  const toggle = useRef<HTMLButtonElement>(null)

  const turn = (next: boolean) => {
    take()
    setOpen(next)
    if (next) setPosted(undefined)
    else toggle.current?.focus()
  }
  const showPosted = (topic: Topic) => {
    turn(false)
    setPosted(topic)
    // The top of the plain list is where it stands.
    if (topic.status === 'visible' && !isUnfiltered(filter)) void navigate(paths.forum(), { preventScrollReset: true })
  }

  return (
    <div className={`container ${styles.forum}`}>
      <PageMeta
        title={category ? `${category.name}: forum` : 'Forum'}
        description={`Questions and answers${category ? ` about ${category.name}` : ' about net zero technology at home'}, from people who live with it.`}
        canonical={paths.forum({ category: category?.slug, page: filter.page })}
        noIndex={(filter.search !== undefined || filter.category !== category?.slug) && 'follow'}
        feed={category && { title: category.name, of: { category: category.slug } }}
      />
      <header className={`head ${styles.forumHead}`}>
        <h1>Forum</h1>
        {features.userAccounts && <p data-part="head-note">Ask before you buy. Answer once you have.</p>}
        <MemberSlot name="start-topic">
          <StartTopic toggle={toggle} open={open} onTurn={turn} />
        </MemberSlot>
      </header>
      {mayPost && (
        <section className={styles.newTopic} id={NEW_TOPIC_FORM} hidden={!open} aria-labelledby="new-topic-title">
          <h2 id="new-topic-title">Your new topic</h2>
          <PostingGate to="to start a topic">
            {(userId) => (
              <NewTopicForm
                key={asked?.content}
                categories={categories}
                userId={userId}
                open={open}
                onPosted={showPosted}
                onCancel={() => turn(false)}
                asked={asked && { ...asked, categoryId: categories.find(({ slug }) => slug === asked.category)?.id }}
              />
            )}
          </PostingGate>
        </section>
      )}
      <MemberSlot name="forum-closed">
        <ForumClosed />
      </MemberSlot>
      <noscript>
        <Notice className={styles.forumNoscript}>Starting a topic needs JavaScript. Reading does not.</Notice>
      </noscript>
      <div role="status" className={styles.forumPosted}>
        {posted?.status === 'visible' && <Notice tone="good">Your topic “{posted.title}” is posted.</Notice>}
        {posted && posted.status !== 'visible' && <WaitingPost what="topic" />}
      </div>
      <ForumFilters filter={filter} categories={categories} />
      <div className={styles.forumColumns}>
        <TopicList filter={filter} categoryName={category?.name} />
        {features.userAccounts && <Advice />}
      </div>
    </div>
  )
}

function Advice() {
  return (
    <aside className={styles.forumAdvice} aria-labelledby="forum-advice-title">
      <h2 id="forum-advice-title">A question that gets answers</h2>
      <ul>
        <li>Say what you have: the house, the roof, the car, a year of meter readings.</li>
        <li>Give figures with their dates, and the price with what it includes.</li>
        <li>Come back and tell us how it went.</li>
      </ul>
      <ButtonLink variant="quiet" to={paths.about('guidelines')}>
        Community guidelines
      </ButtonLink>
    </aside>
  )
}
