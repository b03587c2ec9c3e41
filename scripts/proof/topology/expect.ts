/** The result of a check; `mismatch` is null if it passed. */
export type CheckResult = { title: string; mismatch: string | null }

export type Expectation = { status: number; headers?: Record<string, string | RegExp | null>; body?: string | RegExp }

const matches = (found: string | null, expected: string | RegExp | null): boolean =>
  expected instanceof RegExp ? found !== null && expected.test(found) : found === expected

/** Returns the first difference between a response and the expectation, or null. */
export async function findMismatch(
  response: Response,
  { status, headers = {}, body = '' }: Expectation,
): Promise<string | null> {
  if (response.status !== status) return `responded ${response.status} instead of ${status}`
  for (const [name, expected] of Object.entries(headers)) {
    const found = response.headers.get(name)
    if (!matches(found, expected)) return `${name} is ${found}`
  }
  const text = await response.text()
  const isFound = typeof body === 'string' ? text.includes(body) : body.test(text)
  return isFound ? null : `the body is ${text.slice(0, 200)}`
}
