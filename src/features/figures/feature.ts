/** The register: prices, rules and assumptions with their dates and sources. */
import './figure.context.ts'
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { seedFigures } from './figure-seed.service.ts'
import { figureRoutes } from './figure.routes.ts'

export const figuresFeature = (features: AllFeatures): Feature => ({
  name: 'figures',
  standsOn: ['audit'],
  api: [{ name: 'Figures', about: 'Prices, rules and assumptions with their dates and sources.', routes: figureRoutes(features) }],
  jobs: [
    {
      // A site that was there before the register has none.
      name: 'fill an empty register of figures',
      everySeconds: 86_400,
      watchedTables: ['figures'],
      run: ({ db }) => seedFigures(db),
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
