/** Renders an article's HTML, with the tools that are embedded in it. Tools are omitted if the feature is switched off. */
import { useMemo } from 'react'
import { ToolEmbed } from '#site/tools/tool-embed.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { ReadingText } from './reading-text.tsx'
import { splitAtTools } from './tool-embeds.ts'

export function TextWithTools({ html, className }: { html: string; className?: string | undefined }) {
  const parts = useMemo(() => splitAtTools(html), [html])
  const { features } = useSite()
  if (parts.length === 1 && parts[0] && 'html' in parts[0]) return <ReadingText html={html} className={className} />
  return (
    <div className={className}>
      {parts.map((part, index) =>
        'html' in part ? (
          <ReadingText key={index} html={part.html} />
        ) : (
          features.tools && <ToolEmbed key={index} name={part.name} presets={part.presets} />
        ),
      )}
    </div>
  )
}
