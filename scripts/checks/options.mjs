/**
 * @typedef {object} Options
 * @property {string[]} only names of checks; empty for all
 * @property {string[]} filter arguments for vitest and Playwright
 * @property {string | undefined} changed the commit to compare with (`HEAD` unless given); undefined runs all tests
 */

/**
 * Parses the arguments. Throws if a word follows `--changed`, since it could be its base or a filter.
 * @param {string[]} args
 * @returns {Options}
 */
export function parseOptions(args) {
  const isChangedFlag = (/** @type {string} */ arg) => /^--changed(?:=.+)?$/.test(arg)
  const flag = args.find(isChangedFlag)
  const changed = flag && (flag.split('=')[1] ?? 'HEAD')
  const next = args[args.indexOf('--changed') + 1]
  if (flag === '--changed' && next !== undefined && !next.startsWith('-'))
    throw new Error(
      `Write --changed=${next} for changes since ${next}, or put --changed at the end if ${next} is a filter.`,
    )
  const others = args.filter((arg) => !isChangedFlag(arg))
  const onlyIndex = others.indexOf('--only')
  if (onlyIndex < 0) return { only: [], filter: others, changed }
  return { only: others[onlyIndex + 1]?.split(',') ?? [], filter: others.toSpliced(onlyIndex, 2), changed }
}
