/** Types of the post menu. */
export type PostKind = 'topic' | 'reply' | 'review'

/** How the viewer has removed a post from the page. */
export interface Removal {
  /** Sentence that takes the place of the post. */
  message: string
  restore: () => Promise<unknown>
}

export interface PostMenuProps {
  kind: PostKind
  id: number
  authorId: number
  authorName: string
  /** Rendered text, whose pictures can be reported. */
  contentHtml?: string | undefined
  /** Path of the post, which “Copy link” copies. */
  path: string
  /** Whether the topic is locked, so that authors cannot edit. */
  isLocked?: boolean
  /** Present for topics only. */
  isPinned?: boolean
  onEdit: () => void
  /** Called when the viewer has deleted or hidden the post. */
  onRemoved: (removal: Removal) => void
}
