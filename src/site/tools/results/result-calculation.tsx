/** How a result was calculated: formula, inputs, omissions, and every reference value with its period and source. */
import type { ToolForm, ToolReply } from '#features/tools/tool.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { formatReferenceValue } from '#site/tools/charts/format-band.ts'
import * as styles from './result-calculation.module.css'

const CERTAINTY = { A: 'confirmed', B: 'one good source', C: 'not confirmed' }

export function ResultCalculation({ form, result }: { form: ToolForm; result: ToolReply }) {
  const wording = useWording()
  const { fullDate } = wording
  const isMounted = useMounted()
  const usedInputs = form.fields.flatMap(({ name, label, choices, kind }) => {
    const input = result.inputs[name]
    if (!input) return []
    const choiceLabels =
      choices.length > 0
        ? input.text
            .split(',')
            .map((chosen) => choices.find(({ value }) => value === chosen)?.label ?? (chosen === 'none' ? 'None' : chosen))
            .join(', ')
        : input.text
    const text =
      typeof input.value === 'number' && choices.length === 0
        ? formatReferenceValue(input.value, input.unit, wording)
        : kind === 'flag'
          ? input.value === true
            ? 'Yes'
            : 'No'
          : choiceLabels.replaceAll(';', '; ')
    return [{ name, label, text, whose: input.whose }]
  })
  return (
    <section className={styles.reckoned} aria-labelledby="reckoned-title">
      <div className="container">
        <div className="head">
          <h2 id="reckoned-title">How this was reckoned</h2>
          <p data-part="head-note">With the figures of {fullDate(form.today)}.</p>
        </div>
        <div className={styles.columns}>
          <div>
            <h3>The formula</h3>
            <ul className={styles.lines}>
              {form.formula.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <h3>What it leaves out</h3>
            <ul className={styles.lines}>
              {form.leavesOut.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <div>
            <h3>The inputs</h3>
            <ScrollRegion label="The inputs" role="group" className={styles.scroll}>
              <table>
                <tbody>
                  {usedInputs.map(({ name, label, text, whose }) => (
                    <tr key={name}>
                      <th scope="row">{label}</th>
                      <td>{text}</td>
                      <td className={styles.whose}>{whose === 'ours' ? 'ours' : 'yours'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          </div>
        </div>
        {result.constants.length > 0 && (
          <>
            <h3>Our figures in it</h3>
            <ScrollRegion label="Our figures in it" role="group" className={joinClasses(styles.scroll, styles.figures)}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Figure</th>
                    <th scope="col">Value</th>
                    <th scope="col">Holds</th>
                    <th scope="col">Source</th>
                  </tr>
                </thead>
                <tbody>
                  {result.constants.map(({ key, label, value, unit, validFrom, validTo, checkedOn, source, certainty }) => (
                    <tr key={key} id={`figure-${key}`}>
                      <th scope="row">{label}</th>
                      <td className={styles.value}>{formatReferenceValue(value, unit, wording)}</td>
                      <td>
                        from {fullDate(validFrom)}
                        {validTo !== null && ` to ${fullDate(validTo)}`}
                        {validTo !== null && validTo < form.today && <b className={styles.past}> (past)</b>}
                      </td>
                      <td>
                        <a href={source.url}>
                          {source.publisher}: {source.title}
                        </a>
                        <span className={styles.checked}>
                          {CERTAINTY[certainty]}, checked on {fullDate(checkedOn)}
                        </span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          </>
        )}
        {isMounted && (
          <p className={`actions ${styles.actions}`}>
            <Button variant="quiet" onClick={() => print()}>
              <Icon name="print" />
              Print
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}
