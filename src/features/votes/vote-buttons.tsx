import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useRef, useState, type ReactNode } from 'react'
import { failureReason } from '#platform/client/api.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { DOWNVOTE_LEVEL_MESSAGE } from '#features/trust/trust.policy.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { myVotesQuery, sendVote, type MyVote, type VoteForm } from './vote.client.ts'
import { applyVote, showVote, type VoteState } from './vote-cache.client.ts'
import * as styles from './vote-buttons.module.css'

export interface Voter {
  id: number
  isRestricted: boolean
  /** Whether the voter has the level for downvotes. */
  mayDownvote: boolean
}

type VotePage = { topicId: number } | { productId: number }

const OwnVotesContext = createContext<{ page: VotePage; items: readonly MyVote[] } | undefined>(undefined)

/** Provides the vote buttons of a page with the viewer's votes, which it loads in one request. */
export function OwnVotes({ on: page, isVoter, children }: { on: VotePage; isVoter: boolean; children: ReactNode }) {
  const items = useQuery({ ...myVotesQuery(page), enabled: isVoter }).data?.items
  return <OwnVotesContext value={{ page, items: (isVoter && items) || [] }}>{children}</OwnVotesContext>
}

interface VoteButtonsProps {
  subject: VoteForm['subject']
  post: { id: number; userId: number; upvotes: number; downvotes: number }
  voter: Voter | null
  /** Explains how to sign in; shown to visitors who press a button. If it is empty, visitors see only the counts. */
  hint: ReactNode
}

/**
 * Renders vote buttons with counts; must be inside `OwnVotes`. Restricted members, and members on their own posts, see only the counts.
 */
export function VoteButtons({ subject, post, voter, hint }: VoteButtonsProps) {
  const hasButtons = voter ? voter.id !== post.userId && !voter.isRestricted : Boolean(hint)
  return hasButtons ? <InteractiveVotes subject={subject} post={post} voter={voter} hint={hint} /> : <VoteCounts {...post} />
}

/**
 * Renders the buttons for all viewers, also for those who may not vote yet (visitors, and members below the level for downvotes): their press
 * shows the reason instead. A press before hydration is replayed once the viewer is known.
 */
function InteractiveVotes({ subject, post, voter, hint }: VoteButtonsProps) {
  const { ownVote, vote } = useVote(subject, post)
  const [shownHint, setShownHint] = useState<ReactNode>()
  const onPress = (value: 1 | -1) => {
    if (!voter) return setShownHint(hint)
    // A downvote from before a setting changed can still be withdrawn.
    if (value === -1 && !voter.mayDownvote && ownVote !== -1) return setShownHint(DOWNVOTE_LEVEL_MESSAGE)
    setShownHint(undefined)
    vote(value)
  }
  return (
    <div className={styles.votes} role="group" aria-label="Was this helpful?">
      <VoteButton up count={post.upvotes} pressed={ownVote === 1} onPress={() => onPress(1)} />
      <VoteButton count={post.downvotes} pressed={ownVote === -1} onPress={() => onPress(-1)} />
      {!voter?.mayDownvote && (
        <span className={styles.votesHint} role="status">
          {shownHint}
        </span>
      )}
    </div>
  )
}

/** Does not call `useMutation`, because a page has dozens of vote buttons and almost none of them is ever pressed. */
function useVote(subject: VoteForm['subject'], post: VoteButtonsProps['post']) {
  const queryClient = useQueryClient()
  const votes = use(OwnVotesContext)
  const isSending = useRef(false)
  const ownVote = votes?.items.find((item) => item.subject === subject && item.id === post.id)?.value ?? 0
  const current: VoteState = { upvotes: post.upvotes, downvotes: post.downvotes, yours: ownVote }

  const send = async (value: VoteForm['value']) => {
    if (!votes || isSending.current) return
    isSending.current = true
    const { queryKey } = myVotesQuery(votes.page)
    const areVotesLoaded = queryClient.getQueryData(queryKey) !== undefined
    // The response to an earlier request would overwrite this vote.
    await queryClient.cancelQueries({ queryKey })
    const show = (state: VoteState) => showVote(queryClient, votes.page, subject, post.id, state)
    show(applyVote(current, value))
    try {
      show(await sendVote({ subject, id: post.id, value }))
    } catch (error) {
      show(current)
      toast({ title: 'Your vote was not counted', message: failureReason(error), tone: 'destructive' })
    } finally {
      isSending.current = false
      if (!areVotesLoaded) void queryClient.invalidateQueries({ queryKey })
    }
  }
  return { ownVote, vote: (value: 1 | -1) => void send(ownVote === value ? 0 : value) }
}

function VoteButton({ up, count, pressed, onPress }: { up?: boolean; count: number; pressed: boolean; onPress: () => void }) {
  const { number, nounFor } = useWording()
  return (
    <button type="button" className={up ? styles.vote : `${styles.vote} ${styles.voteDown}`} aria-pressed={pressed} onClick={onPress}>
      <Icon name="thumb-up" />
      <span className="visuallyHidden">{up ? 'Helpful, ' : 'Not helpful, '}</span>
      <span className="num">{number(count)}</span>
      <span className="visuallyHidden">{` ${nounFor(count, NOUNS.vote)}`}</span>
    </button>
  )
}

function VoteCounts({ upvotes, downvotes }: { upvotes: number; downvotes: number }) {
  const { number } = useWording()
  return (
    <p className={`${styles.votes} ${styles.votesCounts}`}>
      <span className={styles.vote}>
        <Icon name="thumb-up" />
        <span className="num">{number(upvotes)}</span>
        <span className="visuallyHidden"> found this helpful</span>
      </span>
      <span className={`${styles.vote} ${styles.voteDown}`}>
        <Icon name="thumb-up" />
        <span className="num">{number(downvotes)}</span>
        <span className="visuallyHidden"> did not find this helpful</span>
      </span>
    </p>
  )
}
