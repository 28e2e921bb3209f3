/** Runs the tools with today's reference values. */
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult } from '#platform/contract/endpoint.ts'
import { badRequest } from '#platform/contract/errors.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { findCars } from './car-finder/car-finder.service.ts'
import { TOOL_NAMES, type ToolName } from './catalogue/tool.policy.ts'
import { runTool, TOOLS } from './catalogue/tools.policy.ts'
import { readReferenceValues } from './figures/figures.service.ts'
import type { ToolQuery } from './inputs/read-tool-inputs.policy.ts'
import { describeElectricityVat } from './electricity-vat.policy.ts'
import { TOOL_TEXTS } from './texts/tool-texts.policy.ts'
import { listCaveats } from './caveats.service.ts'
import { fillForm } from './tool-form.policy.ts'
import type { ToolForm, ToolListed, ToolResponse } from './tool.contract.ts'
import { listGuides } from './tool.queries.ts'

type ValidResult = Extract<ReturnType<typeof runTool>, { isValid: true }>

export function listTools(): ListResult<ToolListed> {
  return unpagedList(
    TOOL_NAMES.map((name) => {
      const { title, about, inputs } = TOOLS[name]
      const { category, picture } = TOOL_TEXTS[name]
      return {
        name,
        title,
        about,
        category,
        picture,
        inputs: inputs.map(({ name, label, unit, kind, min, max, choices = [], isOptional, defaults, help, example }) => ({
          name,
          label,
          unit,
          kind,
          min: min ?? null,
          max: max ?? null,
          choices: choices.map(({ value }) => value),
          isOptional: isOptional === true || defaults !== undefined,
          help: help ?? null,
          example: example ?? null,
        })),
      }
    }),
  )
}

/** @throws AppError 400 with one error per invalid input */
export async function getToolResult(ctx: Context, name: ToolName, query: ToolQuery): Promise<ToolResponse> {
  const referenceValues = await readReferenceValues(ctx)
  const runResult = runTool(name, query, referenceValues)
  if (runResult.isValid) return toToolResponse(ctx, name, runResult, referenceValues)
  const errors = Object.entries(runResult.errors).map(([path, message]) => ({ path, message: message + describeChoices(name, path) }))
  throw badRequest(errors[0] ? `${errors[0].path}: ${errors[0].message}` : 'Please check what you sent.', errors)
}

/** Names the values of a choice for callers of the API, as its error message names the labels of the form. */
function describeChoices(tool: ToolName, inputName: string): string {
  const values = TOOLS[tool].inputs.find(({ name }) => name === inputName)?.choices?.map(({ value }) => value)
  return values ? ` Values: ${values.join(', ')}.` : ''
}

async function toToolResponse(
  ctx: Context,
  name: ToolName,
  { inputs, results, constants, warnings, details }: ValidResult,
  referenceValues: ReferenceValues,
): Promise<ToolResponse> {
  return {
    inputs,
    results,
    constants,
    warnings,
    caveats: listCaveats(name, { inputs, results, details }),
    ...details,
    ...(name === 'car-finder' && ctx.site.settings.features.products
      ? { cars: await findCars(ctx, ...readInputs(inputs), referenceValues) }
      : {}),
  } as ToolResponse
}

const readInputs = (inputs: ValidResult['inputs']) =>
  [
    (name: string) => {
      const value = inputs[name]?.value
      return typeof value === 'number' ? value : undefined
    },
    (name: string) => inputs[name]?.text ?? '',
  ] as const

export async function getToolForm(ctx: Context, name: ToolName, query: ToolQuery): Promise<ToolForm> {
  const { title, about } = TOOLS[name]
  const text = TOOL_TEXTS[name]
  const referenceValues = await readReferenceValues(ctx)
  const { runResult, ...form } = fillForm(name, query, referenceValues)
  const { features } = ctx.site.settings
  const results = runResult.isValid ? runResult.results : {}
  const vatNote = runResult.isValid
    ? describeElectricityVat(
        runResult.constants.map(({ key }) => key),
        referenceValues,
      )
    : undefined
  const getInputText = (input: string) => (runResult.isValid ? (runResult.inputs[input]?.text ?? '') : '')
  return {
    name,
    title,
    about,
    category: text.category,
    picture: text.picture,
    today: referenceValues.day,
    ...form,
    answer: runResult.isValid ? await toToolResponse(ctx, name, runResult, referenceValues) : null,
    results: Object.entries(text.results).flatMap(([result, label]) =>
      results[result] && results[result].middle !== null
        ? [{ name: result, label, isMain: text.main.includes(result), isBreakEven: text.breakEven.includes(result) }]
        : [],
    ),
    formula: [...text.formula],
    leavesOut: [...text.leavesOut, ...(vatNote ? [vatNote] : [])],
    guides: features.articles ? await listGuides(ctx, text.guides) : [],
    next: TOOL_NAMES.filter((toolName) => text.next.includes(toolName)).map((toolName) => ({
      name: toolName,
      title: TOOLS[toolName].title,
      about: TOOLS[toolName].about,
    })),
    products: (features.products && runResult.isValid && text.products?.(results, getInputText)) || null,
  }
}
