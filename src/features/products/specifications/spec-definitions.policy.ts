/** Defines the known specifications of each category: labels, unit, and whether higher or lower is better. */
import { getOwn } from '#platform/client/get-own.client.ts'

export type BetterDirection = 'higher' | 'lower'

export interface SpecDefinition {
  /** Identifies the specification in URLs and in the database, so it must never change. */
  key: string
  /** Short name, which filters show. */
  label: string
  /** Unit in which the number is stored, compared and filtered; absent for a plain number. */
  unit?: string
  /** Matches the labels that mean this specification, in lower case and without text in brackets. */
  labels: RegExp
  better?: BetterDirection
  /** Matches values that mean zero, such as `no fan` for noise. */
  none?: RegExp
}

const WARRANTY: SpecDefinition = {
  key: 'warranty',
  label: 'Warranty',
  unit: 'years',
  labels: /^(product )?(warranty|guarantee)$/,
  better: 'higher',
}
const WEIGHT: SpecDefinition = { key: 'weight', label: 'Weight', unit: 'kg', labels: /^weight$/ }
const NOISE_FIELDS = { unit: 'dB(A)', better: 'lower', none: /^(none|no fan|no noise|silent)\b/i } as const
const NOISE: SpecDefinition = { key: 'noise', label: 'Noise', ...NOISE_FIELDS, labels: /^(noise|sound power)( level)?$/ }
const MAXIMUM_POWER: SpecDefinition = { key: 'maximum_power', label: 'Maximum power', unit: 'kW', labels: /^max(imum|\.)? power( draw)?$/ }
const COMMON_SPECS = [WARRANTY, WEIGHT, NOISE, MAXIMUM_POWER]

const SPECS: Record<string, SpecDefinition[]> = {
  'electric-vehicles': [
    { key: 'range', label: 'Range', unit: 'miles', labels: /^((official|driving|electric|wltp|maximum) )*range$/, better: 'higher' },
    {
      key: 'usable_battery',
      label: 'Usable battery',
      unit: 'kWh',
      labels: /^(usable |net )?battery( capacity| size)?$|^usable (battery )?capacity$/,
    },
    {
      key: 'consumption',
      label: 'Consumption',
      unit: 'miles per kWh',
      labels: /^(official |energy )?(consumption|efficiency)$/,
      better: 'higher',
    },
    { key: 'motor', label: 'Motor', unit: 'kW', labels: /^motor( power)?$|^power$/ },
    { key: 'acceleration', label: '0 to 62 mph', unit: 's', labels: /^0 ?(to|-|–) ?62 mph$/ },
    { key: 'ac_charging', label: 'AC charging', unit: 'kW', labels: /^(fastest |maximum )?ac charging( power)?$/, better: 'higher' },
    {
      key: 'dc_charging',
      label: 'Fastest DC charging',
      unit: 'kW',
      labels: /^(fastest |maximum )?(dc|rapid) charging( power)?$/,
      better: 'higher',
    },
    {
      key: 'dc_charging_time',
      label: 'DC charging 10 to 80%',
      unit: 'minutes',
      labels: /^((dc|rapid) charging )?10 ?%? ?(to|-|–) ?80 ?%$/,
      better: 'lower',
    },
    { key: 'seats', label: 'Seats', labels: /^(number of )?seats$/ },
    { key: 'boot', label: 'Boot', unit: 'litres', labels: /^(boot|luggage)( space| volume| capacity)?$/, better: 'higher' },
    { key: 'towing', label: 'Towing', unit: 'kg', labels: /^towing( limit| weight| capacity)?$/, better: 'higher' },
    { key: 'length', label: 'Length', unit: 'mm', labels: /^length$/ },
    { key: 'weight', label: 'Kerb weight', unit: 'kg', labels: /^(kerb )?weight$/ },
    { key: 'warranty', label: 'Vehicle warranty', unit: 'years', labels: /^(vehicle |car )?(warranty|guarantee)$/, better: 'higher' },
    { key: 'battery_warranty', label: 'Battery warranty', unit: 'years', labels: /^battery (warranty|guarantee)$/, better: 'higher' },
  ],
  'solar-panels': [
    { key: 'panel_power', label: 'Panel power', unit: 'W', labels: /^((panel|rated|peak|nominal) )*(power|output)$/ },
    { key: 'module_efficiency', label: 'Module efficiency', unit: '%', labels: /^((module|panel) )?efficiency$/, better: 'higher' },
    {
      key: 'temperature_coefficient',
      label: 'Temperature coefficient',
      unit: '% per °C',
      labels: /^temperature coefficient$/,
      better: 'higher',
    },
    { key: 'snow_load', label: 'Snow load', unit: 'Pa', labels: /^(maximum )?snow load$/, better: 'higher' },
    { key: 'power_after_25_years', label: 'Power after 25 years', unit: '%', labels: /^power promised after 25 years$/, better: 'higher' },
    ...COMMON_SPECS,
  ],
  'battery-storage': [
    { key: 'usable_capacity', label: 'Usable capacity', unit: 'kWh', labels: /^(usable |net )?(battery )?capacity$|^usable battery$/ },
    { key: 'continuous_power', label: 'Continuous power', unit: 'kW', labels: /^(continuous |rated )?power$/, better: 'higher' },
    { key: 'peak_power', label: 'Peak power', unit: 'kW', labels: /^peak power$/, better: 'higher' },
    { key: 'round_trip_efficiency', label: 'Round-trip efficiency', unit: '%', labels: /^(round[- ]trip )?efficiency$/, better: 'higher' },
    { key: 'noise_at_1_m', label: 'Noise at 1 m', ...NOISE_FIELDS, labels: /^noise( level)? at 1 ?m$/ },
    ...COMMON_SPECS,
  ],
  'home-efficiency': [
    { key: 'heat_output', label: 'Heat output', unit: 'kW', labels: /^(nominal |rated )?heat(ing)? (output|capacity)$/ },
    { key: 'seasonal_efficiency', label: 'Seasonal efficiency', labels: /^seasonal efficiency$|^scop$/, better: 'higher' },
    { key: 'heat_recovery', label: 'Heat recovery', unit: '%', labels: /^heat recovery( efficiency)?$/, better: 'higher' },
    { key: 'airflow', label: 'Airflow', unit: 'm³/h', labels: /^(maximum )?air ?flow$/ },
    { key: 'fan_power', label: 'Specific fan power', unit: 'W per l/s', labels: /^specific fan power$/, better: 'lower' },
    { key: 'volume', label: 'Volume', unit: 'litres', labels: /^volume$/ },
    { key: 'heat_loss', label: 'Standing heat loss', unit: 'kWh per day', labels: /^standing (heat )?loss$/, better: 'lower' },
    { key: 'accuracy', label: 'Accuracy', unit: '°C', labels: /^accuracy$/, better: 'lower' },
    { key: 'battery_life', label: 'Battery life', unit: 'years', labels: /^battery life$/, better: 'higher' },
    ...COMMON_SPECS,
  ],
  'ev-chargers': [
    { key: 'charging_power', label: 'Charging power', unit: 'kW', labels: /^((maximum|rated) )?(charging )?(power|output)$/ },
    { key: 'outlets', label: 'Outlets', labels: /^(outlets|sockets)$/ },
    ...COMMON_SPECS,
  ],
  'green-living': [
    { key: 'capacity', label: 'Capacity', unit: 'kg', labels: /^capacity$/ },
    { key: 'energy_per_load', label: 'Energy per load', unit: 'kWh', labels: /^energy per full (cotton )?load$/, better: 'lower' },
    { key: 'energy_per_year', label: 'Energy per year', unit: 'kWh', labels: /^energy per year$|^annual energy( use)?$/, better: 'lower' },
    { key: 'time_per_load', label: 'Time per load', unit: 'minutes', labels: /^time for a full (cotton )?load$/, better: 'lower' },
    ...COMMON_SPECS,
  ],
}

/** @returns the specification that a label means; undefined if the label is unknown in the category */
export function findSpecByLabel(label: string, categorySlug: string): SpecDefinition | undefined {
  const bareLabel = stripBrackets(label).toLowerCase()
  return (getOwn(SPECS, categorySlug) ?? COMMON_SPECS).find(({ labels }) => labels.test(bareLabel))
}

export const findSpecByKey = (key: string, categorySlug: string): SpecDefinition | undefined =>
  (getOwn(SPECS, categorySlug) ?? COMMON_SPECS).find((spec) => spec.key === key)

/** Removes text in brackets: `Official range (WLTP)` becomes `Official range`. */
export const stripBrackets = (label: string): string => label.replaceAll(/\s*\([^)]*\)/g, '').trim()
