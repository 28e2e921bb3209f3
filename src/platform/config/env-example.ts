/** Generates `.env.example` from `CONFIG_SETTINGS`. `npm run env:example` writes it; a test compares. */
import { CONFIG_SETTINGS, type ConfigSetting } from './config.ts'

const HEAD = `# All settings, generated from src/platform/config/config.ts by \`npm run env:example\`. docs/operations.md says more.
# They are read from the environment, once at startup; an invalid one prevents startup with what it expects.
# Copy this file to .env, take the # away from what you change, then:
# npm run build && node --env-file=.env dist/server/main.js
`

export const formatEnvExample = (): string => [HEAD, ...CONFIG_SETTINGS.map(describe)].join('\n')

function describe({ name, purpose, expects, default: value, isRequired }: ConfigSetting): string {
  const absent = isRequired ? 'Required.' : value === undefined ? 'Optional; no default.' : `Optional; the default is ${value}.`
  return `# ${purpose}\n# Value: ${expects}. ${absent}\n${isRequired ? '' : '# '}${name}=${value ?? ''}\n`
}
