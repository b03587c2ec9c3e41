/** What was looked at, and what is wrong with it. */
export type Finding = { title: string; fault: string | null }

export type Wish = { status: number; headers?: Record<string, string | RegExp | null>; body?: string | RegExp }

const fits = (found: string | null, wished: string | RegExp | null): boolean =>
  wished instanceof RegExp ? found !== null && wished.test(found) : found === wished

/** What about this answer is not as it has to be. */
export async function faultOf(answer: Response, { status, headers = {}, body = '' }: Wish): Promise<string | null> {
  if (answer.status !== status) return `answered ${answer.status} instead of ${status}`
  for (const [name, wished] of Object.entries(headers)) {
    const found = answer.headers.get(name)
    if (!fits(found, wished)) return `${name} is ${found}`
  }
  const text = await answer.text()
  const isThere = typeof body === 'string' ? text.includes(body) : body.test(text)
  return isThere ? null : `says ${text.slice(0, 200)}`
}
