/** A tool within a text: the inputs that the text gives it, what comes out, and the way to the whole of it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent, type MouseEvent } from 'react'
import { categoryClass } from '#features/categories/category.client.ts'
import { toolFormQuery } from '#features/tools/tool.client.ts'
import { readGivenTexts } from '#features/tools/tool-parameters.policy.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Button } from '#ui/actions/button.tsx'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { paths } from '#site/paths.ts'
import { BandBar } from './charts/band-bar.tsx'
import { formatEnd, formatRange } from './charts/format-band.ts'
import { ToolField } from './form/tool-fields.tsx'
import * as styles from './tool-embed.module.css'

const PAUSE = 350

export function ToolEmbed({ name, given: asWritten }: { name: string; given: Record<string, string> }) {
  const id = useId()
  const wording = useWording()
  const [given, setGiven] = useState(asWritten)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useQuery({ ...toolFormQuery(name, given), placeholderData: keepPreviousData }).data
  if (!form) {
    return (
      <p className={styles.embed}>
        <Link to={paths.tool(name, asWritten)}>Do this sum with your own figures</Link>
      </p>
    )
  }
  const fields = form.fields.filter((field) => field.isAsked && (Object.hasOwn(asWritten, field.name) || field.error !== null))
  const read = (element: HTMLFormElement | null) => {
    clearTimeout(timer.current)
    if (!element) return
    const sent = new URLSearchParams()
    for (const [field, value] of new FormData(element)) if (typeof value === 'string') sent.append(field, value)
    setGiven(readGivenTexts(sent))
  }
  const type = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => read(currentTarget), PAUSE)
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    read(event.currentTarget.form)
  }
  const main = form.results.filter(({ isMain }) => isMain)
  return (
    <section className={joinClasses(styles.embed, categoryClass(form.category))} aria-labelledby={id}>
      {/* No heading: it stands wherever the text puts it, below a heading of any level. */}
      <p id={id} className={styles.title}>
        {form.title}
      </p>
      <form action={paths.tool(name)} className={styles.form} aria-label={`Your figures: ${form.title}`} noValidate onChange={type}>
        {fields.map((field) => (
          <ToolField key={field.name} field={field} />
        ))}
        <Button type="submit" variant="quiet" onClick={press}>
          Work it out
        </Button>
      </form>
      <div role="status">
        {form.answer ? (
          <ul className={styles.results}>
            {main.map(({ name: result, label }) => {
              const band = form.answer?.results[result]
              return (
                band && (
                  <li key={result}>
                    <span>{label}</span> <b className="num">{formatEnd(band.middle, band.unit, wording)}</b>
                    <BandBar band={band} />
                    <span className={styles.range}>{formatRange(band, wording)}</span>
                  </li>
                )
              )
            })}
          </ul>
        ) : (
          <p>Nothing is worked out until the fields above are right.</p>
        )}
      </div>
      <p>
        <Link className="more" to={paths.tool(name, given)}>
          How this is reckoned, with all its figures
        </Link>
      </p>
    </section>
  )
}
