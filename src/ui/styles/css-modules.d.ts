declare module '*.css'

// Modules export a namespace instead of a default, so that the bundler inlines class names and emits no lookup table.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}
