import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const html = (src: string) => renderToStaticMarkup(<Picture src={src} alt="A roof" />)

test('an upload comes in AVIF and WebP, in widths up to its own', () => {
  const shown = html('/uploads/3f9ab2c1d4e5-1000x600.webp')
  expect(shown).toContain(
    'type="image/avif" srcSet="/uploads/3f9ab2c1d4e5-1000x600/400.avif 400w, /uploads/3f9ab2c1d4e5-1000x600/800.avif 800w',
  )
  expect(shown).toContain('/uploads/3f9ab2c1d4e5-1000x600/1000.webp 1000w"')
  expect(shown).toContain('sizes="auto, ')
  expect(shown).toContain('alt="A roof"')
})

test('any other picture comes as it is', () => {
  for (const src of ['/art/products/a.svg', 'https://example.org/uploads/3f9ab2c1d4e5-1000x600.webp'])
    expect(html(src)).not.toMatch(/<picture|srcset|sizes=/i)
})
