declare module '*.css'

// As a namespace rather than a default export, so that the bundler puts each class's name where it is used and carries no table of them.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}
