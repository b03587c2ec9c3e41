export type Headers = Record<string, string>

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

export async function post(url: string, body: unknown, headers: Headers = {}): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return readBody(response)
}

export const get = async (url: string, headers: Headers): Promise<string> => readBody(await fetch(url, { headers }))

/** Returns the body of a successful response, and throws for any other status. */
async function readBody(response: Response): Promise<string> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
  return response.text()
}
