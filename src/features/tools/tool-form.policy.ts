/** Builds the form of a tool: value, default, error and visibility of each field. */
import { TOOL_TEXTS } from './texts/tool-texts.policy.ts'
import { getOwn } from '#platform/client/get-own.client.ts'
import { runTool, TOOLS } from './catalogue/tools.policy.ts'
import type { ToolName } from './catalogue/tool.policy.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import {
  getExample,
  findDefaultInput,
  findImpliedText,
  isApplicable,
  findNations,
  readToolInputs,
  readQueryTexts,
  type ToolQuery,
  type DefaultInput,
} from './inputs/read-tool-inputs.policy.ts'
import { parseNumber } from './inputs/parse-number.policy.ts'
import type { ToolInput } from './inputs/tool-input.policy.ts'
import type { FormField, ToolForm } from './tool.contract.ts'

export type FilledForm = Pick<ToolForm, 'isExample' | 'given' | 'fields'> & { runResult: ReturnType<typeof runTool> }

/** Whether the default depends on other inputs or on reference values. The field of such an input stays empty, so that the default is not submitted. */
const hasDynamicDefault = ({ defaults = [] }: ToolInput) =>
  defaults.some(({ referenceKey, when, whenSubmitted, isNationOfPlace }) => referenceKey ?? when ?? whenSubmitted ?? isNationOfPlace)

/**
 * Runs a tool and fills its form with the inputs, defaults and errors.
 * @param query submitted inputs; if it has none, the tool's example is used
 */
export function fillForm(name: ToolName, query: ToolQuery, referenceValues: ReferenceValues): FilledForm {
  const tool = TOOLS[name]
  const texts = omitBlanks(readQueryTexts(tool.inputs, query))
  const isExample = Object.keys(texts).length === 0
  const shown = isExample ? getExample(tool) : texts
  const inputs = readToolInputs(tool, shown, referenceValues)
  const nations = findNations(shown)
  const errors = inputs.isValid ? {} : inputs.errors
  const fields = tool.inputs.map((input): FormField => {
    const text = getOwn(shown, input.name)
    const defaultInput = findDefaultInput(input, shown, inputs.inputsByName, nations, referenceValues)
    const readInput = inputs.inputsByName.get(input.name)
    const error = getOwn(errors, input.name) ?? null
    return {
      ...toFieldProperties(input, defaultInput),
      isMinor: TOOL_TEXTS[name].minor.includes(input.name),
      isAsked: isApplicable(input, inputs.inputsByName, errors) && findImpliedText(input, inputs.inputsByName) === undefined,
      text: text === undefined ? (hasDynamicDefault(input) ? '' : toFieldText(input, defaultInput?.text ?? '')) : toFieldText(input, text),
      whose: readInput?.origin ?? null,
      ours: defaultInput && !defaultInput.excludedNation ? toFieldDefault(input, defaultInput) : null,
      error,
    }
  })
  return { isExample, given: shown, fields, runResult: runTool(name, shown, referenceValues) }
}

/** Returns the text of a field: shares of older URLs, such as `0.85`, are shown in per cent. */
function toFieldText(input: ToolInput, text: string): string {
  if (input.unit !== 'share' || text === '') return text
  const parsed = parseNumber(input, text)
  return 'error' in parsed ? text : parsed.text
}

const omitBlanks = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

function toFieldProperties(
  { name, label, unit, kind, max, choices = [], help, picture, isOptional }: ToolInput,
  defaultInput: DefaultInput | undefined,
) {
  return {
    name,
    label,
    unit,
    kind,
    max: max ?? null,
    choices: choices.map((choice) => ({ ...choice })),
    help: help ?? null,
    picture: picture ?? null,
    // A default that does not apply in the nation is none, so the input is required.
    isOptional: defaultInput?.excludedNation === undefined && (isOptional === true || defaultInput !== undefined),
  }
}

const toFieldDefault = (input: ToolInput, { text, referenceValue }: DefaultInput) => ({
  text:
    input.kind === 'flag'
      ? text === '1'
        ? 'Yes'
        : 'No'
      : (input.choices?.find(({ value }) => value === text)?.label ?? toFieldText(input, text)),
  label: referenceValue?.label ?? '',
  key: referenceValue?.key ?? null,
  validTo: referenceValue?.to ?? null,
  isExpired: referenceValue?.isExpired ?? false,
})
