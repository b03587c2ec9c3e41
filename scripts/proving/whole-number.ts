/** A whole number that was given on the command line, or the usual one. */
export function parseWholeNumber(name: string, given: string | undefined, defaultValue: number, min = 0): number {
  const number = Number(given ?? defaultValue)
  if (!Number.isInteger(number) || number < min) throw new Error(`--${name} has to be a whole number from ${min}.`)
  return number
}
