import { Badge } from '#ui/text/badge.tsx'

type Style = 'destructive' | 'default' | 'secondary' | 'outline'

/** Badge variant by level; levels 1, 5 and unknown ones are outlined. */
const badgeStyle = (level: number | null | undefined): Style =>
  level === 4 ? 'destructive' : level === 3 ? 'default' : level === 2 ? 'secondary' : 'outline'

export function MemberBadge({ name, level }: { name: string; level: number | null | undefined }) {
  return <Badge variant={badgeStyle(level)}>{name}</Badge>
}
