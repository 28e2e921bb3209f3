/**
 * Restricts mail from a tenant site that may send account mail only (decision 29): removes quotes and rich text, and all URLs except those
 * of action blocks. This is applied to every template, so new ones are covered.
 */
import { withoutWebAddresses } from '#wording/plain-name.ts'
import type { MailBlock, MailContent } from './mail-template.service.ts'

export const toRestrictedContent = (content: MailContent): MailContent => ({
  ...content,
  subject: withoutWebAddresses(content.subject).trim(),
  blocks: content.blocks.flatMap((block) => toRestrictedBlock(block)),
})

function toRestrictedBlock(block: MailBlock): MailBlock[] {
  switch (block.kind) {
    case 'quote':
    case 'rich':
      return []
    case 'text':
      return [{ kind: 'text', text: withoutWebAddresses(block.text) }]
    case 'facts':
      return [{ kind: 'facts', facts: block.facts.map(([name, value]) => [name, withoutWebAddresses(value)] as const) }]
    case 'action':
      return [block]
  }
}
