import { isolateText } from '#ui/text/isolate-text.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { getAvatarColour, getInitials } from './initials.ts'
import { useImageFallback } from './use-image-fallback.ts'
import * as styles from './avatar.module.css'

interface AvatarProps {
  /** The user's id, which determines the colour. */
  id: number | string
  name: string | null | undefined
  src?: string | null | undefined
  size?: 's' | 'm' | 'l' | undefined
  className?: string | undefined
}

/** Renders a user's picture, or the initials on a coloured circle. Hidden from screen readers, because the name is always next to it. */
export function Avatar({ id, name, src, size = 'm', className }: AvatarProps) {
  const image = useImageFallback([src])
  return (
    <span
      className={joinClasses(styles.avatar, className)}
      data-part="avatar"
      data-colour={getAvatarColour(id) + 1}
      data-size={size === 'm' ? undefined : size}
      aria-hidden="true"
    >
      {image.src ? (
        <img ref={image.ref} src={image.src} alt="" width={80} height={80} loading="lazy" decoding="async" onError={image.onError} />
      ) : (
        isolateText(getInitials(name))
      )}
    </span>
  )
}

/** Renders an empty avatar. public/start.js fills it in from the member hint cookie before the first paint. */
export const HintedAvatar = () => (
  <span
    className={styles.avatar}
    data-part="avatar"
    data-size="s"
    data-hint="avatar"
    aria-hidden="true"
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: '' }}
  />
)
