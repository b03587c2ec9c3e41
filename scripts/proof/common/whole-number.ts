/** Parses a whole number from the command line, or returns the default. */
export function parseWholeNumber(name: string, given: string | undefined, defaultValue: number, min = 0): number {
  const number = Number(given ?? defaultValue)
  if (!Number.isInteger(number) || number < min) throw new Error(`--${name} has to be a whole number from ${min}.`)
  return number
}
