/** What no style sheet may contain: docs/decisions/0008-style-with-css-modules-layers-and-tokens.md. What relates sheets to code is in tests/styles.test.ts. */
import type { Config } from 'stylelint'

const TOKENS = 'Name a token of src/ui/styles/tokens.css.'

export default {
  // Widths that are named there may be used everywhere.
  referenceFiles: ['src/ui/styles/breakpoints.css', 'src/ui/styles/tokens.css'],
  rules: {
    'color-no-hex': [true, { message: TOKENS }],
    'color-named': ['never', { ignore: ['inside-function'], message: TOKENS }],
    'function-disallowed-list': [['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color'], { message: TOKENS }],
    'declaration-property-value-disallowed-list': [
      {
        'font-weight': ['/\\d{3}/'],
        font: ['/^\\d{3}\\b/'],
        'font-size': ['/^(0\\.[89]\\d*|1(\\.[0-4]\\d*)?)rem$/'],
      },
      { message: TOKENS },
    ],
    'layer-name-pattern': ['^(base|ui|components)$', { message: 'The layers are declared in src/ui/styles/styles.css.' }],
    'media-feature-name-disallowed-list': [['/width$/', '/height$/'], { message: 'Name a width of src/ui/styles/breakpoints.css.' }],
    'no-unknown-custom-media': true,
    'no-unknown-custom-properties': true,
    'no-unknown-animations': true,
    'no-duplicate-selectors': true,
    'no-invalid-position-at-import-rule': true,
    'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates-with-different-values'] }],
    'property-no-unknown': true,
    'unit-no-unknown': true,
    'block-no-empty': true,
  },
  overrides: [
    // Values of their own: the tokens themselves, the font files, paper, and the API's description, which is a page apart.
    {
      files: ['src/ui/styles/{tokens,breakpoints,fonts,print}.css', 'src/app/api-docs/*.css'],
      rules: {
        'color-no-hex': null,
        'color-named': null,
        'function-disallowed-list': null,
        'declaration-property-value-disallowed-list': null,
        'media-feature-name-disallowed-list': null,
      },
    },
  ],
} satisfies Config
