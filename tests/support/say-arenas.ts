/** Says how it was started, as a line and to whoever has forked it. */
const { pid, env, argv, execArgv: flags } = process
const said = { pid, arenas: env['MALLOC_ARENA_MAX'], mapped: env['MALLOC_MMAP_THRESHOLD_'], args: argv.slice(2), flags }
console.log(JSON.stringify(said))
process.send?.(said)
process.disconnect?.()
