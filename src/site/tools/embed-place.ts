/** Replaces the degree-days that an article presets by those of the visitor's region, once the visitor has stated a postcode. */
type Inputs = Record<string, string>

/** Whether the article calculates with fixed degree-days, so that the postcode is asked for. */
export const hasFixedDegreeDays = (presets: Inputs): boolean => presets['degreeDays'] !== undefined

/**
 * Returns the inputs without the preset degree-days if they have a postcode. Degree-days that the visitor has changed are preserved.
 * @param inputs inputs of the form; without degree-days if their field is not shown or blank
 * @param isFieldShown whether the form has the field of the degree-days; it is not shown while those of the postcode apply
 */
export function applyPlace(inputs: Inputs, presets: Inputs, isFieldShown: boolean): Inputs {
  const preset = presets['degreeDays']
  if (preset === undefined) return inputs
  const { degreeDays, ...others } = inputs
  if (inputs['postcode'] === undefined) return isFieldShown ? inputs : { ...others, degreeDays: preset }
  return degreeDays === undefined || degreeDays === preset ? others : inputs
}

/** Returns the presets for the place of a saved home; undefined if they do not depend on a place, or the home has no postcode. */
export const fillPlace = (presets: Inputs, postcode: string | undefined): Inputs | undefined =>
  postcode && hasFixedDegreeDays(presets) ? applyPlace({ ...presets, postcode }, presets, true) : undefined
