/** Tests the advice for each record word for word, because administrators act on it. */
import { describe, expect, test } from 'vitest'
import { checkMx, checkDkim, checkDmarc, checkSender, checkSpf } from './dns-checks.policy.ts'

const NO_RESPONSE = 'The name servers did not respond. Please check again later.'
const severalRecords = (what: string) => `There are several ${what} records, so receivers ignore all of them. Merge them into one.`

describe('the sender', () => {
  test.each([
    ['a@a.org', 'a.org', 'a.org', 'good', 'Mail comes from the site’s own domain, a.org.'],
    ['a@a.org', 'a.org', 'www.a.org', 'good', 'Mail comes from the site’s own domain, a.org.'],
    ['a@m.a.org', 'm.a.org', 'www.a.org', 'good', 'Mail comes from the site’s own domain, m.a.org.'],
    ['a@m.a.org', 'm.a.org', 'b.a.org', 'warn', expect.stringMatching(/^Mail comes from m\.a\.org, and the site is at b\.a\.org\. Only/)],
    ['a@m.a.org', 'm.a.org', 'awww.a.org', 'warn', expect.stringContaining('Only the owner of m.a.org')],
    ['a@local', 'local', 'a.org', 'bad', 'a@local is not a valid sender address. Set MAIL_FROM or PUBLIC_URL.'],
    [
      'a@a.org',
      'a.org',
      undefined,
      'warn',
      'Mail comes from a.org. We cannot check whether that is the site’s own domain because PUBLIC_URL is not set.',
    ],
    ...'gmail.com outlook.com yahoo.co.uk icloud.com gmx.net web.de proton.me sky.com'
      .split(' ')
      .map((domain): [string, string, string, string, unknown] => [
        `a@${domain}`,
        domain,
        domain,
        'bad',
        expect.stringContaining('a mail provider'),
      ]),
  ])('%s on the domain %s gets the right advice for the site %s', (sender, domain, host, state, says) => {
    expect(checkSender(sender, domain, host, true)).toEqual({ name: 'sender', found: [], record: null, state, says })
  })
  test('gets a warning when no mail is sent', () => {
    const says = 'No email is sent because SMTP_URL is not set. Emails stay in the outbox.'
    expect(checkSender('a@a.org', 'a.org', 'a.org', false)).toMatchObject({ state: 'warn', says })
  })
})

describe('SPF', () => {
  const NAMED = 'The record is valid. It includes the server that sends.'
  const UNKNOWN = 'The record is valid. Ask your mail provider whether it includes the server that sends.'
  const NO_ALL = 'The record has no rule for mail from other servers. End it with ~all.'
  const WORLD = 'The record allows every server to send mail for this domain. End it with ~all or -all.'
  test.each([
    [undefined, 'unknown', NO_RESPONSE],
    [['v=spf1 a:MX.a.org -all'], 'good', NAMED],
    [['V=SPF1 include:b.org ~all'], 'good', UNKNOWN],
    [['v=spf1 ip4:192.0.2.1 -all '], 'good', UNKNOWN],
    [['v=spf1 ip6:2001:db8::1 -all'], 'good', UNKNOWN],
    [['v=spf1 redirect=b.org'], 'good', UNKNOWN],
    [['v=spf1 mx ~all', 'other'], 'good', UNKNOWN],
    [['v=spf1 -all'], 'bad', 'The record allows no server, so your mail may be rejected or marked as spam. Replace it with this record.'],
    [['v=spf1'], 'warn', NO_ALL],
    [['v=spf1 mx ~all include:x'], 'warn', NO_ALL],
    [['v=spf1 mx ?all'], 'warn', NO_ALL],
    [['v=spf1 mx ALL'], 'bad', WORLD],
    [['v=spf1 mx +all'], 'bad', WORLD],
    [['v=spf1 mx ~all', 'v=spf1 a ~all'], 'bad', severalRecords('SPF')],
    [['x v=spf1 mx ~all', 'v=spf12'], 'bad', expect.stringMatching(/^There is no SPF record, so receivers cannot tell .* Add this one\./)],
  ])('with the records %j is %s', (texts, state, says) =>
    expect(checkSpf('a.org', texts, 'mx.a.org')).toMatchObject({ name: 'spf', state, says }),
  )

  test('returns the record to add, with or without the mail server', () => {
    const findRecordToAdd = (host?: string) => checkSpf('a.org', [], host).record
    expect(findRecordToAdd('mx.a.org')).toEqual({ type: 'TXT', name: 'a.org', value: 'v=spf1 mx a:mx.a.org ~all' })
    expect(findRecordToAdd()).toEqual({ type: 'TXT', name: 'a.org', value: 'v=spf1 mx ~all' })
    expect(checkSpf('a.org', ['v=spf1 -all'], undefined).record).not.toBeNull()
    expect(checkSpf('a.org', ['other', 'v=spf1 mx -all'], undefined)).toMatchObject({ found: ['v=spf1 mx -all'], record: null })
  })
})

describe('DKIM', () => {
  const key = { domain: 'a.org', selector: 'site', type: 'rsa', key: 'AbC=' }
  const RIGHT = 'Mail is signed, and the public key is published.'
  const MISSING = 'Mail is signed, but the public key is missing. Add this record.'
  const WITHDRAWN = 'The key in the record is revoked. Replace it with this record.'
  const OTHER = 'The key in the record is not the one that signs. Replace it with this record.'
  const add = { type: 'TXT', name: 'site._domainkey.a.org', value: 'v=DKIM1; k=rsa; p=AbC=' }
  test.each([
    [undefined, 'unknown', NO_RESPONSE, null],
    [[], 'bad', MISSING, add],
    [['v=DKIM1; k=rsa'], 'bad', MISSING, add],
    [['v=DKIM1; xp=AbC='], 'bad', MISSING, add],
    [['v=DKIM1; p='], 'bad', WITHDRAWN, add],
    [['p=; p2=x', 'p=Other'], 'bad', OTHER, add],
    [['v=DKIM1;P=Ab C= ; t=y'], 'good', RIGHT, null],
    [['p=Other', 'p=AbC='], 'good', RIGHT, null],
  ])('with the records %j is %s', (texts, state, says, record) =>
    expect(checkDkim('a.org', texts, key)).toMatchObject({ name: 'dkim', state, says, record }),
  )

  test.each([
    ['a.org', 'good'],
    ['m.a.org', 'good'],
    ['b.org', 'warn'],
  ])('for a signature of a.org on mail from %s is %s', (domain, state) => expect(checkDkim(domain, ['p=AbC='], key).state).toBe(state))
  test('accepts a signature of a subdomain and warns about one of another domain', () => {
    expect(checkDkim('a.org', ['p=AbC='], { ...key, domain: 'm.a.org' }).state).toBe('good')
    const says = 'Mail is signed for a.org but comes from b.org. DMARC ignores signatures of unrelated domains.'
    expect(checkDkim('b.org', ['p=AbC='], key)).toMatchObject({ says, record: null })
  })
  test('is unknown when mail is not signed here', () => {
    const says = expect.stringMatching(
      /^Mail is not signed here \(DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY\)\. .*“DKIM-Signature” header in a delivered email\.$/,
    )
    expect(checkDkim('a.org', ['p=x'], undefined)).toEqual({ name: 'dkim', found: [], state: 'unknown', says, record: null })
  })
})

describe('DMARC', () => {
  const add = { type: 'TXT', name: '_dmarc.a.org', value: 'v=DMARC1; p=none; rua=mailto:postmaster@a.org' }
  const enforced = (policy: string) => `The record protects against forged mail (p=${policy}).`
  const NONE = expect.stringMatching(/^There is no DMARC record\. Large providers require one .* This one only requests reports\.$/)
  const WATCHES = expect.stringMatching(/^The record only monitors \(p=none\)\. .* use p=quarantine to protect against forged mail\.$/)
  test.each([
    [undefined, undefined, 'unknown', NO_RESPONSE, null],
    [[], undefined, 'unknown', NO_RESPONSE, null],
    [undefined, ['v=DMARC1; p=none'], 'unknown', NO_RESPONSE, null],
    [[], [], 'bad', NONE, add],
    [['other'], ['v=DMARC1; p=reject'], 'good', enforced('reject'), null],
    [['v=DMARC1; p=none'], ['v=DMARC1; p=reject'], 'good', WATCHES, null],
    [['V=dmarc1 ;P= Quarantine'], [], 'good', enforced('quarantine'), null],
    [['v=DMARC1'], [], 'bad', 'The policy (p=) is missing. Replace it with this record.', add],
    [['v=DMARC1; sp=reject'], [], 'bad', 'The policy (p=) is missing. Replace it with this record.', add],
    [['v=DMARC1; p=none', 'v=DMARC1; p=none'], [], 'bad', severalRecords('DMARC'), null],
    [['x v=DMARC1; p=none'], [], 'bad', NONE, add],
  ])('with the records %j and the parent records %j is %s', (own, parent, state, says, record) => {
    expect(checkDmarc('a.org', own, parent)).toMatchObject({ name: 'dmarc', state, says, record })
  })
})

describe('MX', () => {
  const REFUSES = 'a.org has a null MX record: it accepts no mail, and some receivers reject such senders.'
  test.each([
    [undefined, 'unknown', NO_RESPONSE, null],
    [
      [],
      'bad',
      expect.stringMatching(/^No server accepts mail for a\.org, so replies and bounces to me@a\.org/),
      { type: 'MX', name: 'a.org', value: '10 mail.a.org' },
    ],
    [[''], 'bad', REFUSES, null],
    [['.'], 'bad', REFUSES, null],
    [
      ['.', 'mx.a.org', 'mx2.a.org'],
      'good',
      'Mail to a.org is accepted by ., mx.a.org, mx2.a.org. Make sure that me@a.org exists there: replies and bounces are sent to it.',
      null,
    ],
  ])('with the hosts %j is %s', (hosts, state, says, record) => {
    expect(checkMx('me@a.org', 'a.org', hosts)).toEqual({ name: 'answers', found: hosts ?? [], state, says, record })
  })
})
