import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { MoveTopic } from '#features/forums/moving/move-topic.tsx'
import type { Topic } from '#features/forums/topic.client.ts'
import { MOVE_TOPIC_LEVEL } from '#features/trust/trust.policy.ts'

/** Lets members move the topic who have the level for it, and administrators. */
export function OwnMoveTopic({ topic }: { topic: Topic }) {
  const viewer = useSignedIn()
  const mayMove = viewer && !viewer.isRestricted && (viewer.isAdmin || viewer.level >= MOVE_TOPIC_LEVEL)
  return mayMove && <MoveTopic topic={topic} />
}
