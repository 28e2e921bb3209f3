import { expect, test } from 'vitest'
import { cleanDomainName } from './domain-name.client.ts'

test.each([
  ['example.org', 'example.org'],
  [' HTTPS://Www.Example.org/path?x#y ', 'www.example.org'],
  ['example.org.', 'example.org'],
  ['http://example.org:8080', 'example.org'],
  ['https://example.org./', 'example.org'],
  ['köln.de', 'xn--kln-sna.de'],
  ['почта.рф', 'xn--80a1acny.xn--p1ai'],
  ['', ''],
  ['Not a domain', 'not a domain'],
  ['user@example.org', 'user@example.org'],
])('cleanDomainName(%j) returns %j', (text, domain) => {
  expect(cleanDomainName(text)).toBe(domain)
})
