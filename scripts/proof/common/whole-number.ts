/** Parses a whole number from the command line. Returns the default if it is missing, throws if it is below `min`. */
export function parseWholeNumber(name: string, given: string | undefined, defaultValue: number, min = 0): number {
  const number = given?.trim() === '' ? Number.NaN : Number(given ?? defaultValue)
  if (!Number.isInteger(number) || number < min) throw new Error(`--${name} must be a whole number of at least ${min}.`)
  return number
}
