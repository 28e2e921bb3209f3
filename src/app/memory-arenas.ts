/**
 * Loaded before everything else (`node --import`). On Linux the C library keeps an area of memory for each thread, up to eight for each processor, and gives little of it
 * back: a server that compresses in four threads held 70 MB that nobody used. How many areas there are is read once, before a program begins, so this process
 * begins again with two, under the same number (decision 50). An operator's own `MALLOC_ARENA_MAX` stays as it is.
 * @see https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
// Whoever was forked would lose the line to its parent; it has got the environment of one that began again.
if (process.platform === 'linux' && process.env['MALLOC_ARENA_MAX'] === undefined && process.send === undefined && process.execve) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX: '2' })
}
