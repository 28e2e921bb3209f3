/** Stores reference values: prices, rules and assumptions with their periods and sources. */
import './figure.context.ts'
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { seedReferenceValues } from './figure-seed.service.ts'
import { referenceValueRoutes } from './figure.routes.ts'

export const referenceValuesFeature = (features: AllFeatures): Feature => ({
  name: 'figures',
  dependsOn: ['audit'],
  api: [
    {
      name: 'Figures',
      about: 'Reference values: prices, rules and assumptions with their dates and sources.',
      routes: referenceValueRoutes(features),
    },
  ],
  jobs: [
    {
      // Sites that were created before this feature have no reference values.
      name: 'seed reference values',
      everySeconds: 86_400,
      watchedTables: ['figures'],
      run: ({ db }) => seedReferenceValues(db),
    },
  ],
  tables: {
    figures: { archive: { key: ['id'] }, personal: 'nothing' },
    figure_values: {
      references: ['figures', 'users'],
      archive: { key: ['id'] },
      personal: { notExported: 'the record of the site, not of the person' },
    },
  },
})
