/**
 * Loaded before everything else (`node --import`). On Linux the C library keeps what was given back to it: an area for each thread, and the gaps between what
 * still lives. A server that makes, packs and sends pages held twice what it used. How it keeps memory is read once, from the environment, before a program begins, so
 * this process begins again with other settings, under the same number (decision 50). What an operator has set stays as it is.
 * @see https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
const SETTINGS = {
  /** Areas for threads; there would be up to eight for each processor. */
  MALLOC_ARENA_MAX: '2',
  /** From this many bytes on a piece is mapped by itself, and goes back to the system with its end. The usual limit is twice that; left alone, it rises to the largest piece seen. */
  MALLOC_MMAP_THRESHOLD_: '65536',
  /** So much free memory at an area's end goes back, too. */
  MALLOC_TRIM_THRESHOLD_: '65536',
}
const missing = Object.entries(SETTINGS).filter(([name]) => process.env[name] === undefined)

// Whoever was forked would lose the line to its parent; it has got the environment of one that began again.
if (process.platform === 'linux' && missing.length > 0 && process.send === undefined && process.execve) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...process.env, ...Object.fromEntries(missing) })
}
