/** Tool in an article: the fields that the article presets, the main results and a link to the full tool. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent, type MouseEvent } from 'react'
import { categoryClass } from '#features/categories/category.client.ts'
import { useOwnHome } from '#features/tools/own-home/own-home.client.ts'
import { CaveatCallouts } from '#features/figures/caveats/caveat-callout.tsx'
import { toolFormQuery, type FormField } from '#features/tools/tool.client.ts'
import { readToolQuery } from '#features/tools/tool-parameters.policy.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Button } from '#ui/actions/button.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { paths } from '#site/paths.ts'
import { BandBar } from './charts/band-bar.tsx'
import { formatEnd, formatRange } from './charts/format-band.ts'
import { applyPlace, fillPlace, hasFixedDegreeDays } from './embed-place.ts'
import { ToolField } from './form/tool-fields.tsx'
import { ExpiredValues, isExpiryCode } from './results/expired-values.tsx'
import { describeResult } from './results/yearly-label.ts'
import { SuitabilityVerdict } from './results/suitability-result.tsx'
import * as styles from './tool-embed.module.css'

const DEBOUNCE_MS = 350

interface ToolEmbedProps {
  name: string
  presets: Record<string, string>
}

export function ToolEmbed(props: ToolEmbedProps) {
  return hasFixedDegreeDays(props.presets) ? <ToolOfPlace {...props} /> : <EmbeddedTool {...props} />
}

/** Tool whose preset degree-days are replaced by those of the visitor's postcode, or of the one in My home. */
function ToolOfPlace({ name, presets }: ToolEmbedProps) {
  const home = useOwnHome()
  const isMounted = useMounted()
  return (
    <EmbeddedTool
      name={name}
      presets={presets}
      // Without JavaScript the preset degree-days would be submitted with the postcode and apply instead of it.
      isPlaceAsked={isMounted}
      homeInputs={isMounted ? fillPlace(presets, home?.postcode) : undefined}
    />
  )
}

interface EmbeddedToolProps extends ToolEmbedProps {
  isPlaceAsked?: boolean
  /** Inputs with the place of My home, which apply until the visitor changes a field. */
  homeInputs?: Record<string, string> | undefined
}

function EmbeddedTool({ name, presets, isPlaceAsked = false, homeInputs }: EmbeddedToolProps) {
  const id = useId()
  const wording = useWording()
  const [changedInputs, setInputs] = useState<Record<string, string>>()
  const inputs = changedInputs ?? homeInputs ?? presets
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useQuery({ ...toolFormQuery(name, inputs), placeholderData: keepPreviousData }).data
  if (!form) {
    return (
      <p className={styles.embed}>
        <Link to={paths.tool(name, presets)}>Try this with your own numbers</Link>
      </p>
    )
  }
  const isDegreeDaysShown = !isPlaceAsked || inputs['degreeDays'] !== undefined || inputs['postcode'] === undefined
  const isShown = (field: FormField) =>
    field.isAsked &&
    (field.name !== 'degreeDays' || isDegreeDaysShown) &&
    (Object.hasOwn(presets, field.name) || field.error !== null || (field.name === 'postcode' && isPlaceAsked))
  const fields = form.fields
    .filter(isShown)
    // The hint of the region is about the postcode, which embedded tools rarely ask for.
    .map((field) => (field.name === 'region' && !Object.hasOwn(presets, 'postcode') ? { ...field, help: null } : field))
  const applyInputs = (element: HTMLFormElement | null) => {
    clearTimeout(timer.current)
    if (!element) return
    const params = new URLSearchParams()
    for (const [field, value] of new FormData(element)) if (typeof value === 'string') params.append(field, value)
    setInputs(applyPlace(readToolQuery(params), presets, params.has('degreeDays')))
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
        {homeInputs && !changedInputs && (
          <p className="hint">
            With the postcode of <Link to={paths.myHome()}>My home</Link>.
          </p>
        )}
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
                  if (!band) return null
                  const { heading, period, band: shown, range } = describeResult(label, band)
                  const rangeText = formatRange(range.band, wording)
                  return (
                    <li key={resultName}>
                      <span>{heading}</span>{' '}
                      <span className={styles.amount}>
                        <b className="num">{formatEnd(shown.middle, band.unit, wording)}</b>
                        {period}
                      </span>
                      <BandBar band={band} />
                      <span className={styles.range}>{rangeText && range.prefix + rangeText}</span>
                    </li>
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
