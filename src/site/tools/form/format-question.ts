/** Writes a topic for the forum about the result of a tool, with the inputs, the results and the URL of the calculation. */
import type { ToolForm, ToolReply } from '#features/tools/tool.client.ts'
import type { Wording } from '#wording/wording.ts'
import { paths } from '#site/paths.ts'
import { formatEnd, formatRange } from '#site/tools/charts/format-band.ts'

export interface ForumQuestion {
  title: string
  content: string
  /** Slug of the category. */
  category: string
}

export function formatQuestion(form: ToolForm, result: ToolReply, origin: string, wording: Wording): ForumQuestion {
  const inputs = form.fields.flatMap(({ name, label, unit, kind, choices }) => {
    const input = result.inputs[name]
    // Defaults are omitted. The postcode is omitted too, because it is personal data.
    if (!input || input.whose === 'ours' || kind === 'postcode') return []
    const text = choices.length > 0 ? (choices.find(({ value }) => value === input.text)?.label ?? input.text) : input.text
    const valueText = kind === 'flag' ? (input.text === '1' ? 'yes' : 'no') : text
    return [`- ${label}: ${valueText}${unit === 'share' ? '%' : ` ${unit}`}`.trim()]
  })
  const results = form.results.flatMap(({ name, label }) => {
    const band = result.results[name]
    if (!band) return []
    const range = formatRange(band, wording)
    return [`- ${label}: ${formatEnd(band.middle, band.unit, wording)}${range ? ` (${range})` : ''}`]
  })
  const { postcode: _, ...publicInputs } = form.given
  return {
    title: `${form.title}: what do you think of my result?`,
    content: [
      'My question: ',
      '',
      'My details:',
      '',
      ...inputs,
      '',
      'Result:',
      '',
      ...(result.suitability ? [`- ${result.suitability.title}`] : []),
      ...results,
      '',
      `The calculation: ${origin}${paths.tool(form.name, publicInputs)}`,
    ].join('\n'),
    category: form.category,
  }
}
