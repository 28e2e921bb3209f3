import { expect, test } from 'vitest'
import { CONFIG_SETTINGS } from '#platform/config/config.ts'
import { findSimilarSettings } from './similar-settings.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SECRETKEY', 'SECRET_KEY'],
  ['Backup_Folder', 'BACKUP_FOLDER'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
])('findSimilarSettings reports %s as similar to %s', (setting, similarTo) => {
  expect(findSimilarSettings([setting])).toEqual([{ setting, similarTo }])
})

test('findSimilarSettings reports neither settings nor short names nor variables of other programs', () => {
  const otherNames = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'PORTS',
    'NODE_OPTIONS',
    'LOG_LEVELS_OF_ALL',
    'OTEL_SERVICE_NAME',
    'POSTGRES_PASSWORD',
    'npm_config_cache',
  ]
  expect(findSimilarSettings([...CONFIG_SETTINGS.map(({ name }) => name), ...otherNames])).toEqual([])
})
