/** Tool in an article: the fields that the article presets, the main results and a link to the full tool. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent, type MouseEvent } from 'react'
import { categoryClass } from '#features/categories/category.client.ts'
import { CaveatCallouts } from '#features/figures/caveats/caveat-callout.tsx'
import { toolFormQuery } from '#features/tools/tool.client.ts'
import { readToolQuery } from '#features/tools/tool-parameters.policy.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Button } from '#ui/actions/button.tsx'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { paths } from '#site/paths.ts'
import { BandBar } from './charts/band-bar.tsx'
import { formatEnd, formatRange } from './charts/format-band.ts'
import { ToolField } from './form/tool-fields.tsx'
import { ExpiredValues, isExpiryCode } from './results/expired-values.tsx'
import { splitYearlyLabel } from './results/yearly-label.ts'
import { SuitabilityVerdict } from './results/suitability-result.tsx'
import * as styles from './tool-embed.module.css'

const DEBOUNCE_MS = 350

export function ToolEmbed({ name, presets }: { name: string; presets: Record<string, string> }) {
  const id = useId()
  const wording = useWording()
  const [inputs, setInputs] = useState(presets)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useQuery({ ...toolFormQuery(name, inputs), placeholderData: keepPreviousData }).data
  if (!form) {
    return (
      <p className={styles.embed}>
        <Link to={paths.tool(name, presets)}>Try this with your own numbers</Link>
      </p>
    )
  }
  const fields = form.fields
    .filter((field) => field.isAsked && (Object.hasOwn(presets, field.name) || field.error !== null))
    // The hint of the region is about the postcode, which embedded tools rarely ask for.
    .map((field) => (field.name === 'region' && !Object.hasOwn(presets, 'postcode') ? { ...field, help: null } : field))
  const applyInputs = (element: HTMLFormElement | null) => {
    clearTimeout(timer.current)
    if (!element) return
    const params = new URLSearchParams()
    for (const [field, value] of new FormData(element)) if (typeof value === 'string') params.append(field, value)
    setInputs(readToolQuery(params))
  }
  const handleChange = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => applyInputs(currentTarget), DEBOUNCE_MS)
  }
  const handleSubmitClick = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    applyInputs(event.currentTarget.form)
  }
  const mainResults = form.results.filter(({ isMain }) => isMain)
  return (
    <section className={joinClasses(styles.embed, categoryClass(form.category))} aria-labelledby={id}>
      {/* The title is no heading element, because the tool may be below a heading of any level. */}
      <p id={id} className={styles.title}>
        {form.title}
      </p>
      <form action={paths.tool(name)} className={styles.form} aria-label={`Your details: ${form.title}`} noValidate onChange={handleChange}>
        {fields.map((field) => (
          <ToolField key={field.name} field={field} />
        ))}
        <Button type="submit" variant="quiet" onClick={handleSubmitClick}>
          Work it out
        </Button>
      </form>
      <div role="status" className={styles.status}>
        {/* The article shows the other caveats itself. */}
        <CaveatCallouts caveats={form.answer?.caveats.filter(({ isSpecific }) => isSpecific) ?? []} />
        {form.answer?.suitability && <SuitabilityVerdict suitability={form.answer.suitability} />}
        {form.answer ? (
          <>
            {mainResults.length > 0 && (
              <ul className={styles.results}>
                {mainResults.map(({ name: resultName, label }) => {
                  const band = form.answer?.results[resultName]
                  const { heading, period } = splitYearlyLabel(label)
                  return (
                    band && (
                      <li key={resultName}>
                        <span>{heading}</span>{' '}
                        <span className={styles.amount}>
                          <b className="num">{formatEnd(band.middle, band.unit, wording)}</b>
                          {period}
                        </span>
                        <BandBar band={band} />
                        <span className={styles.range}>{formatRange(band, wording)}</span>
                      </li>
                    )
                  )
                })}
              </ul>
            )}
            {form.answer.warnings
              .filter(({ code }) => !isExpiryCode(code))
              .map(({ code, message }) => (
                <p key={code} className={styles.warning}>
                  {message}
                </p>
              ))}
            <ExpiredValues constants={form.answer.constants} today={form.today} />
          </>
        ) : (
          <p>Please correct the fields above.</p>
        )}
      </div>
      <p>
        <Link className="more" to={paths.tool(name, inputs)}>
          How we worked this out
        </Link>
      </p>
    </section>
  )
}
