import type { ErrorCode } from '@app/contract/errors'
import type { Session } from '@app/contract/members/members'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import type * as z from 'zod/mini'
import './testing-css.ts'
import { server } from './testing-server.ts'
import { Banners } from './ui/feedback/Banners.tsx'
import { ToastRegion } from './ui/feedback/ToastRegion.tsx'

const API = 'http://localhost:8080/api/v2/'

/** A received call: its body, and the relevant headers. */
export type Call = {
  path: string
  body: unknown
  session: string | null
  contentType: string | null
  language: string | null
  version: string | null
  requestId: string | null
}

type Answer = () => Response | Promise<Response>

async function callOf(request: Request): Promise<Call> {
  const text = await request.text()
  const contentType = request.headers.get('content-type')
  return {
    path: request.url.slice(API.length),
    body: contentType?.includes('json') ? JSON.parse(text) : text || undefined,
    session: request.headers.get('authorization'),
    contentType,
    language: request.headers.get('accept-language'),
    version: request.headers.get('x-client-version'),
    requestId: request.headers.get('x-request-id'),
  }
}

function on(method: 'get' | 'post', path: string, answer: Answer): Call[] {
  const calls: Call[] = []
  server.use(
    http[method](API + path, async ({ request }) => {
      calls.push(await callOf(request))
      return answer()
    }),
  )
  return calls
}

/** Answers calls to a path from now on. Returns the list that collects them. */
export const onGet = (path: string, answer: Answer): Call[] => on('get', path, answer)
export const onPost = (path: string, answer: Answer): Call[] => on('post', path, answer)

/** Returns a response like the real server's: it conforms to the contract. */
export const answers =
  <Data,>(schema: z.ZodMiniType<Data>, data: Data, status = 200): Answer =>
  () =>
    HttpResponse.json(schema.parse(data) as JsonBodyType, { status })

export const answersNothing: Answer = () => new HttpResponse(null, { status: 204 })
export const answersText =
  (text: string): Answer =>
  () =>
    HttpResponse.text(text)

export const refuses =
  (status: number, code: ErrorCode, message: string, fields?: { path: string; message: string }[]): Answer =>
  () =>
    HttpResponse.json({ code, message, fields }, { status })

export const mira: Session = {
  sessionId: 'mira.session.token',
  userName: 'Mira',
  memberLevel: 'BASIC',
  couple: false,
  language: 'SWEDISH',
}

function Address() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (
    <>
      <button type="button" aria-label="step back" onClick={() => void navigate(-1)} />
      <p data-testid="address">{pathname}</p>
      <p data-testid="search">{search}</p>
    </>
  )
}

/** Renders a part of the client with banners and toasts, at the last of the `addresses`, which become the history. */
export function show(part: ReactNode, ...addresses: string[]) {
  const user = userEvent.setup()
  const view = render(
    <MemoryRouter initialEntries={addresses.length > 0 ? addresses : ['/']}>
      <Banners />
      {part}
      <Address />
      <ToastRegion />
    </MemoryRouter>,
  )
  return { user, ...view }
}
