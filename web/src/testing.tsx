import type { ErrorCode } from '@app/contract/errors'
import type { Session } from '@app/contract/members/members'
import { render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { expect } from 'vitest'
import type * as z from 'zod/mini'
import './testing-css.ts'
import { server } from './testing-server.ts'
import { Banners } from './ui/feedback/Banners.tsx'
import { ToastRegion } from './ui/feedback/ToastRegion.tsx'
import { PageSlotsContext } from './ui/layout/page-slots.ts'

const API = 'http://localhost:8080/api/v2/'

/** The path, the body and the relevant headers of a received request. */
export type ReceivedRequest = {
  path: string
  body: unknown
  session: string | null
  contentType: string | null
  language: string | null
  version: string | null
  requestId: string | null
}

type Responder = () => Response | Promise<Response>

async function parseRequest(request: Request): Promise<ReceivedRequest> {
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

function addHandler(method: 'get' | 'post', path: string, respond: Responder): ReceivedRequest[] {
  const requests: ReceivedRequest[] = []
  const [pathname = '', query] = path.split('?')
  server.use(
    http[method](API + pathname, async ({ request }) => {
      if (new URL(request.url).searchParams.has('near') !== (query === 'near')) return undefined
      requests.push(await parseRequest(request))
      return respond()
    }),
  )
  return requests
}

/**
 * Responds to requests for a path from now on; a path with `?near` means the list near the member. Returns a list to
 * which each received request is added.
 */
export const onGet = (path: string, respond: Responder): ReceivedRequest[] => addHandler('get', path, respond)
export const onPost = (path: string, respond: Responder): ReceivedRequest[] => addHandler('post', path, respond)

/** Creates a responder for valid data: it checks the data against the contract, as the real server does. */
export const respondWith =
  <Data,>(schema: z.ZodMiniType<Data>, data: Data, status = 200): Responder =>
  () =>
    HttpResponse.json(schema.parse(data) as JsonBodyType, { status })

export const respondEmpty: Responder = () => new HttpResponse(null, { status: 204 })
export const respondWithText =
  (text: string): Responder =>
  () =>
    HttpResponse.text(text)

export const respondWithError =
  (status: number, code: ErrorCode, message: string, fields?: { path: string; message: string }[]): Responder =>
  () =>
    HttpResponse.json({ code, message, fields }, { status })

export const mira: Session = {
  sessionId: 'mira.session.token',
  userName: 'Mira',
  memberLevel: 'BASIC',
  couple: false,
  language: 'SWEDISH',
}

function CurrentUrl() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (
    <>
      <button type="button" aria-label="step back" onClick={() => void navigate(-1)} />
      <p data-testid="path">{pathname}</p>
      <p data-testid="search">{search}</p>
    </>
  )
}

/** Renders a header for the title and the actions of the page in `children`, as the shell does. */
export function WithHeader({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState<HTMLElement | null>(null)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  return (
    <PageSlotsContext value={{ title, actions }}>
      <section aria-label="page header">
        <div ref={setTitle} />
        <div ref={setActions} />
      </section>
      {children}
    </PageSlotsContext>
  )
}

/** Sets up a user whose click waits until a disabled control is enabled, for example because its data is still loading. */
function setUpUser() {
  const user = userEvent.setup()
  const click = async (element: Element): Promise<void> => {
    await waitFor(() => expect(element.matches(':disabled')).toBe(false))
    await user.click(element)
  }
  return { ...user, click }
}

/**
 * Renders a part of the client with a router, banners and toasts. The `urls` become the history; the last one is
 * current.
 */
export function renderInApp(part: ReactNode, ...urls: string[]) {
  const user = setUpUser()
  const view = render(
    <MemoryRouter initialEntries={urls.length > 0 ? urls : ['/']}>
      <Banners />
      {part}
      <CurrentUrl />
      <ToastRegion />
    </MemoryRouter>,
  )
  return { user, ...view }
}
