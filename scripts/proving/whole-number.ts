/** A whole number that was given on the command line, or the usual one. */
export function wholeNumber(name: string, given: string | undefined, usual: number, least = 0): number {
  const number = Number(given ?? usual)
  if (!Number.isInteger(number) || number < least) throw new Error(`--${name} has to be a whole number from ${least}.`)
  return number
}
