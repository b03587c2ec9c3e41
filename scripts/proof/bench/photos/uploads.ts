import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { IsolatedStack } from '../../common/isolated-stack.ts'
import { bearer } from '../http.ts'
import type { Caller } from '../world.ts'

/** Uploads a photo, by default to the public album, and returns the body of the response. */
export async function upload<Body>(
  { url }: IsolatedStack,
  { token }: Caller,
  file: string,
  path = 'photos/store',
): Promise<Body> {
  const form = new FormData()
  form.append('file', new File([readFileSync(file)], 'photo.jpg'))
  const response = await fetch(`${url}/api/v2/${path}`, { method: 'POST', headers: bearer(token), body: form })
  if (!response.ok) throw new Error(`An upload was rejected with ${response.status}.`)
  return (await response.json()) as Body
}

export const areAllProcessed = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query(`select from media where state in ('UPLOADING', 'PROCESSING') limit 1`)
  return rows.length === 0
}
