/**
 * Marks mentions of members in posts: `@ada` becomes `<span data-mention="ada">@ada</span>`. The caller replaces the mark by a link if there
 * is such a member.
 */
import type MarkdownIt from 'markdown-it'

/** Matches a mention. An `@` within a word, an email address or a path is not one. */
const MENTION = /(?<![\w@/.-])@([A-Za-z0-9_-]{3,30})(?![\w@-]|\.\w)/g

/** markdown-it plugin that marks mentions in texts outside links and code. */
export function mentionPlugin({ core, renderer, utils }: InstanceType<typeof MarkdownIt>): void {
  core.ruler.after('linkify', 'mention', (state) => {
    for (const token of state.tokens) {
      if (token.type !== 'inline' || !token.content.includes('@')) continue
      let linkDepth = 0
      token.children = (token.children ?? []).flatMap((child) => {
        if (child.type === 'link_open') linkDepth++
        if (child.type === 'link_close') linkDepth--
        return child.type === 'text' && linkDepth === 0 ? splitText(child.content, createToken) : [child]
      })
    }
    function createToken(type: string, content: string) {
      const token = new state.Token(type, '', 0)
      token.content = content
      return token
    }
  })
  renderer.rules['mention'] = (tokens, index) => {
    const name = utils.escapeHtml(tokens[index]?.content ?? '')
    return `<span data-mention="${name}">@${name}</span>`
  }
}

function splitText<T>(text: string, createToken: (type: 'text' | 'mention', content: string) => T): T[] {
  const tokens: T[] = []
  let end = 0
  for (const { 0: match, 1: name = '', index } of text.matchAll(MENTION)) {
    if (index > end) tokens.push(createToken('text', text.slice(end, index)))
    tokens.push(createToken('mention', name))
    end = index + match.length
  }
  if (end < text.length || tokens.length === 0) tokens.push(createToken('text', text.slice(end)))
  return tokens
}
