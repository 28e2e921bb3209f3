import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { failureReason } from '#platform/api.client.ts'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast-store.ts'
import { useWording } from '#ui/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { myVotesQuery, sendVote, type VoteForm } from './vote.client.ts'
import { afterVote, showVote, type VoteState } from './vote-cache.client.ts'
import * as styles from './vote-buttons.module.css'

export interface Voter {
  id: number
  isRestricted: boolean
}

interface VoteButtonsProps {
  subject: VoteForm['subject']
  post: { id: number; userId: number; upvotes: number; downvotes: number }
  /** What the page shows: its votes of one's own are asked for together. */
  on: { topicId: number } | { productId: number }
  voter: Voter | null
  /** What a visitor reads who wants to vote: the way to sign in. Without it nobody can. */
  hint: ReactNode
}

/** Votes up and down with their counts. One's own posts show only the counts. */
export function VoteButtons({ subject, post, on, voter, hint }: VoteButtonsProps) {
  const mayVote = voter ? voter.id !== post.userId && !voter.isRestricted : Boolean(hint)
  if (!mayVote) return <Counts {...post} />
  return voter ? <Buttons subject={subject} post={post} on={on} /> : <Invitation post={post} hint={hint} />
}

function Buttons({ subject, post, on }: Pick<VoteButtonsProps, 'subject' | 'post' | 'on'>) {
  const queryClient = useQueryClient()
  const mine = useQuery(myVotesQuery(on)).data?.items.find((one) => one.subject === subject && one.id === post.id)?.value ?? 0
  const now: VoteState = { upvotes: post.upvotes, downvotes: post.downvotes, yours: mine }
  const show = (votes: VoteState) => showVote(queryClient, on, subject, post.id, votes)
  const voting = useMutation({
    mutationFn: (value: VoteForm['value']) => sendVote({ subject, id: post.id, value }),
    onMutate: (value) => {
      show(afterVote(now, value))
      return now
    },
    onSuccess: show,
    onError: (fault, _, before) => {
      if (before) show(before)
      const message = failureReason(fault)
      toast({ title: 'Your vote was not counted', message, tone: 'destructive' })
    },
  })
  const press = (value: 1 | -1) => {
    if (!voting.isPending) voting.mutate(mine === value ? 0 : value)
  }
  return (
    <div className={styles.votes} role="group" aria-label="Was this helpful?">
      <VoteButton up count={now.upvotes} pressed={mine === 1} onPress={() => press(1)} />
      <VoteButton count={now.downvotes} pressed={mine === -1} onPress={() => press(-1)} />
    </div>
  )
}

/** The same buttons for a visitor: pressing one says what is missing. */
function Invitation({ post, hint }: Pick<VoteButtonsProps, 'post' | 'hint'>) {
  const [asked, setAsked] = useState(false)
  const ask = () => setAsked(true)
  return (
    <div className={styles.votes} role="group" aria-label="Was this helpful?">
      <VoteButton up count={post.upvotes} pressed={false} onPress={ask} />
      <VoteButton count={post.downvotes} pressed={false} onPress={ask} />
      <span className={styles.votesHint} role="status">
        {asked && hint}
      </span>
    </div>
  )
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

function Counts({ upvotes, downvotes }: { upvotes: number; downvotes: number }) {
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
