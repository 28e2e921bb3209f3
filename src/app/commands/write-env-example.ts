/** `npm run env:example`: regenerates `.env.example` after a change of the settings. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatEnvExample } from '#platform/config/env-example.ts'

writeFileSync(join(import.meta.dirname, '../../../.env.example'), formatEnvExample())
