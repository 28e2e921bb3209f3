import { classes } from './classes.ts'
import { useImageFallback } from './use-image-fallback.ts'

interface PictureProps {
  src: string | null | undefined
  alt: string
  fallback?: string | undefined
  /** The words in the empty box when not even the fallback loads. */
  boxLabel?: string | undefined
  /** Width to height of the box, as `800/560`. */
  ratio?: string
  /** For the picture the page opens with: loaded at once and first. */
  eager?: boolean | undefined
  className?: string | undefined
}

/** A picture in a box of fixed shape, so that nothing moves when it arrives or fails. */
export function Picture({
  src,
  alt,
  fallback = '/art/scenes/product-placeholder.svg',
  boxLabel,
  ratio = '800/560',
  eager,
  className,
}: PictureProps) {
  const image = useImageFallback([src, fallback])
  const [width = 800, height = 560] = ratio.split('/').map(Number)
  return (
    <span className={classes('picture', className)}>
      {/* The spacer holds the shape without a style attribute, which a strict content policy would refuse. */}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
      {image.src ? (
        <img
          key={image.src}
          ref={image.ref}
          src={image.src}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          onError={image.onError}
        />
      ) : (
        <span className="picture-box" role={alt ? 'img' : undefined} aria-label={alt || undefined}>
          {boxLabel}
        </span>
      )}
    </span>
  )
}
