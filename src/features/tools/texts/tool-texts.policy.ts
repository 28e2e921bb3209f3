import type { ToolName } from '#features/tools/catalogue/tool.policy.ts'
import { heatLossText, heatPumpText, insulationText, noiseText, radiatorsText } from './heat-texts.policy.ts'
import { grantsText, quoteCheckText, whichFirstText } from './home-texts.policy.ts'
import { carAndTariffText, supplyText } from './car-texts.policy.ts'
import { batteryText, solarText } from './sun-texts.policy.ts'
import { carFinderText } from './car-finder-texts.policy.ts'
import { suitabilityText } from './suitability-texts.policy.ts'
import type { ToolText } from './tool-text.policy.ts'

export const TOOL_TEXTS: Record<ToolName, ToolText> = {
  solar: solarText,
  'heat-pump': heatPumpText,
  'heat-loss': heatLossText,
  radiators: radiatorsText,
  battery: batteryText,
  'car-and-tariff': carAndTariffText,
  insulation: insulationText,
  noise: noiseText,
  supply: supplyText,
  'quote-check': quoteCheckText,
  grants: grantsText,
  'which-first': whichFirstText,
  'heat-pump-suitability': suitabilityText,
  'car-finder': carFinderText,
}
