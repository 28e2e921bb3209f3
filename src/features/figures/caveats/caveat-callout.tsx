/** Shows caveats that a tool or product returns. Caveats in texts have the same markup (markdown-callouts.ts). */
import { Fragment } from 'react'
import { useWording } from '#ui/text/use-wording.ts'
import '#ui/styles/callout.css'
import { splitAtLinks, type Caveat } from './caveat.policy.ts'

export function CaveatCallouts({ caveats }: { caveats: readonly Caveat[] }) {
  return caveats.map((caveat) => <CaveatCallout key={caveat.key} caveat={caveat} />)
}

function CaveatCallout({ caveat: { title, text, source, checkedOn } }: { caveat: Caveat }) {
  const { fullDate } = useWording()
  return (
    <div className="callout" role="note">
      <p>
        <strong>{title}</strong>
      </p>
      <p>
        {splitAtLinks(text).map((part, index) =>
          part.url === undefined ? (
            <Fragment key={index}>{part.text}</Fragment>
          ) : (
            <a key={index} href={part.url} rel="noopener">
              {part.text}
            </a>
          ),
        )}
      </p>
      <p>
        Source: {source.publisher},{' '}
        <a href={source.url} rel="noopener">
          {source.title}
        </a>
        , checked {fullDate(checkedOn)}.
      </p>
    </div>
  )
}
