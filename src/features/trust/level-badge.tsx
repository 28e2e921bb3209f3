import { Badge } from '#ui/text/badge.tsx'
import { GUIDE_LEVEL } from './trust.policy.ts'

/** Renders the level of a member, or the mark of a Guide at the highest level. */
export const LevelBadge = ({ level }: { level: number }) =>
  level >= GUIDE_LEVEL ? <Badge variant="default">Guide</Badge> : <Badge variant="outline">Level {level}</Badge>
