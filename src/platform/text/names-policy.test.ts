import { describe, expect, test } from 'vitest'
import { isNameOfOperator, isReservedName } from './names-policy.ts'

const SITES = ['Green Street', 'Net Zero Ltd']

describe('isReservedName', () => {
  test.each([
    'admin',
    'ADMIN',
    'Аdmіn',
    'аԁmіn',
    'Adm1n',
    'admın',
    'ａｄｍｉｎ',
    '𝐀𝐝𝐦𝐢𝐧',
    'A d m i n',
    'a.d.m.i.n',
    'adm\u200bin',
    'admi\u0301n',
    'Admin Anna',
    'Staff',
    'Ѕtаff',
    '5taff',
    'The Staff',
    'Staff Team',
    'staff2',
    'rnoderator',
    'Моdеrаtоr',
    'site-moderator',
    'Mod',
    'mods',
    'Guest',
    'guest_12',
    'system',
    'Support Team',
    'Deleted member',
    'deleted_member_7',
    'deleted-7',
    'Dеleted mеmber',
    'Green Street',
    'greenstreet',
    'GREEN_STREET',
    'Grееn Strееt',
    'Green Street Team',
    'Green Street Staff',
    'The Green Street support',
    'net zero ltd',
  ])('isReservedName returns true for %j', (name) => {
    expect(isReservedName(name, SITES)).toBe(true)
  })

  test.each([
    'Anna',
    'Leopold Staff',
    'Christopher Guest',
    'Admiral',
    'Badminton Ben',
    'Modi',
    'Roderick',
    'Green Streetlight',
    'Street Green',
    'Олег',
    'Müller',
    '王伟',
    'محمد',
    'می‌خواهم',
    'Heat Owner Bob',
    'supporter',
    'systematic',
    'Guesthouse',
    '👍🏽',
    '',
    'Team',
    'Rooter',
    'staffan',
  ])('isReservedName returns false for %j', (name) => {
    expect(isReservedName(name, SITES)).toBe(false)
  })

  test('takes linear time for hostile names', () => {
    const started = performance.now()
    for (const name of ['the'.repeat(40), 'site'.repeat(30), '0'.repeat(120), 'admin1'.repeat(20)])
      isReservedName(name, ['site', 'the the'])
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('isNameOfOperator', () => {
  test.each(['Net Zero', 'net-zero', 'NetZero', 'Nеt Zerо', 'N3t Z3r0', 'The Net Zero Team', 'Net Zero Support', 'Official Net Zero'])(
    'is true for %j',
    (name) => {
      expect(isNameOfOperator(name, 'Net Zero')).toBe(true)
    },
  )
  test.each(['Net Zero Leeds', 'Green Street', 'Support', 'Leeds Net Zero Group', '王伟', ''])('is false for %j', (name) => {
    expect(isNameOfOperator(name, 'Net Zero')).toBe(false)
  })
  test('is false if the operator’s name has no letters', () => {
    expect(isNameOfOperator('Green Street', '…')).toBe(false)
  })
})
