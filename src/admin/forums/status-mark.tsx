import type { Topic } from '#features/forums/topic.client.ts'
import { Badge } from '#ui/text/badge.tsx'

/** Renders a badge for waiting and hidden posts, and nothing for visible ones. */
export function PostStatusBadge({ status }: { status: Topic['status'] }) {
  if (status === 'visible') return null
  return status === 'waiting' ? <Badge variant="destructive">Waiting</Badge> : <Badge variant="outline">Hidden</Badge>
}
