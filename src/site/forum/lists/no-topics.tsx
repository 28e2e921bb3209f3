/** What the forum page shows instead of an empty list. */
import type { OwnListName, QuestionList } from '#features/forums/lists/topic-lists.policy.ts'
import type { TopicFilter } from '#features/forums/topic.client.ts'
import { paths } from '#site/paths.ts'
import { SignInLink, useReturnState } from '#site/shell/header/sign-in-link.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Link } from '#ui/router/link.tsx'

const EMPTY_LISTS: Record<QuestionList | OwnListName, { title: string; text: string }> = {
  unanswered: { title: 'No unanswered questions', text: 'Every question has a reply.' },
  unsolved: { title: 'No unsolved questions', text: 'Every question has an accepted answer.' },
  answered: { title: 'No answered questions yet', text: 'Questions appear here once their askers accept a reply as the answer.' },
  mine: { title: 'You have not started a topic yet', text: 'Topics that you start appear here.' },
  watched: { title: 'You watch no topics yet', text: 'Topics that you post in, or watch with the button next to them, appear here.' },
  new: { title: 'Nothing new', text: 'There are no new topics or replies since your last visit.' },
}

export function NoTopics({ filter, isPastEnd }: { filter: TopicFilter; isPastEnd: boolean }) {
  if (isPastEnd) {
    return (
      <EmptyState
        title="This page is empty"
        text="The list has fewer pages."
        action={
          <ButtonLink to={paths.forum({ ...filter, page: undefined })} onClick={focusContent}>
            Go to the first page
          </ButtonLink>
        }
      />
    )
  }
  const hasNoWords = !filter.search && !filter.category && !filter.product
  const art = <img src={`/art/scenes/${hasNoWords ? 'empty' : 'no-match'}.svg`} alt="" width={320} height={220} />
  const showAll = (label: string) => (
    <ButtonLink to={paths.forum()} preventScrollReset onClick={focusContent}>
      {label}
    </ButtonLink>
  )
  if (hasNoWords && filter.show) return <EmptyState art={art} {...EMPTY_LISTS[filter.show]} action={showAll('Show all topics')} />
  if (hasNoWords) return <EmptyState art={art} title="No topics yet" text="Be the first to start a topic." />
  return (
    <EmptyState
      art={art}
      title="No topics found"
      text="No topics match these filters. Try fewer or different words."
      action={showAll('Clear Filters')}
    />
  )
}

/** Invites visitors who open a list that only members have. */
export function SignInForOwnTopics() {
  const returnState = useReturnState()
  return (
    <EmptyState
      art={<img src="/art/scenes/empty.svg" alt="" width={320} height={220} />}
      title="Sign in to see this list"
      text={
        <>
          Members have lists of the topics that they started, watch, or have not seen yet. <SignInLink>Sign in</SignInLink> or{' '}
          <Link to={paths.signUp()} state={returnState}>
            create a free account
          </Link>
          .
        </>
      }
    />
  )
}
