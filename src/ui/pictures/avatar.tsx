import { isolateText } from '#ui/text/isolate-text.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { avatarColour, initialsOf } from './initials.ts'
import { useImageFallback } from './use-image-fallback.ts'
import * as styles from './avatar.module.css'

interface AvatarProps {
  /** Determines the colour. */
  id: number | string
  name: string | null | undefined
  src?: string | null | undefined
  size?: 's' | 'm' | 'l' | undefined
  className?: string | undefined
}

/** A person's picture, or their initials on a coloured circle. Decorative: the name is always next to it. */
export function Avatar({ id, name, src, size = 'm', className }: AvatarProps) {
  const image = useImageFallback([src])
  return (
    <span
      className={joinClasses(styles.avatar, className)}
      data-part="avatar"
      data-colour={avatarColour(id) + 1}
      data-size={size === 'm' ? undefined : size}
      aria-hidden="true"
    >
      {image.src ? (
        <img ref={image.ref} src={image.src} alt="" width={80} height={80} loading="lazy" decoding="async" onError={image.onError} />
      ) : (
        isolateText(initialsOf(name))
      )}
    </span>
  )
}

/** Avatar that public/start.js fills in from the member hint cookie before the first paint. */
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
