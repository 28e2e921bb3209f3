import { expect, test } from 'vitest'
import { isPictureUrl } from './picture-url.ts'

test.each(['/art/scenes/share.svg', '/uploads/a.webp', 'https://example.org/a.png', 'HTTP://example.org/a b.png'])(
  'isPictureUrl accepts %s',
  (url) => expect(isPictureUrl(url)).toBe(true),
)

test.each([
  '//evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example/x',
  '/\t/evil.example/x',
  '/\n/evil.example/x',
  '/a\0b',
  'https:/\\evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'picture.png',
  'https://',
])('isPictureUrl rejects %j', (url) => expect(isPictureUrl(url)).toBe(false))
