export type Headers = Record<string, string>

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

export async function post(url: string, body: unknown, headers: Headers = {}): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  await response.arrayBuffer()
}
