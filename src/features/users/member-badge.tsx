import { Badge } from '#ui/text/badge.tsx'

type BadgeVariant = 'destructive' | 'default' | 'secondary' | 'outline'

/** Returns the badge variant for a level; levels 1 and 5 and unknown levels are outlined. */
const getBadgeVariant = (level: number | null | undefined): BadgeVariant =>
  level === 4 ? 'destructive' : level === 3 ? 'default' : level === 2 ? 'secondary' : 'outline'

export function MemberBadge({ name, level }: { name: string; level: number | null | undefined }) {
  return <Badge variant={getBadgeVariant(level)}>{name}</Badge>
}
