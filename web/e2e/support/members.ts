import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import type { Session } from '@app/contract/members/members'
import type { SessionClaims } from '@app/server/accounts/auth'
import { hashPassword } from '@app/server/accounts/passwords'
import { createDatabase, createPool } from '@app/server/db/database'
import { aMember as insertMember, markAsPasskeySession, sidOf } from '@app/server/testing/members'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { takeContext } from './contexts.ts'

const origin = process.env.E2E_URL ?? ''
const API = `${origin}/api/v2`

type Mail = { to: string; subject: string; text: string; html: string; at: string }

/** Waits for an email to an address, and returns the newest one. */
export async function waitForMail(address: string): Promise<Mail> {
  let mail: Mail | undefined
  await expect(async () => {
    const mails = (await (await fetch(`${origin}/dev/mails.json`)).json()) as Mail[]
    mail = mails.filter(({ to }) => to.includes(address)).sort((a, b) => b.at.localeCompare(a.at))[0]
    expect(mail).toBeDefined()
  }).toPass()
  if (!mail) throw new Error(`no email to ${address}`)
  return mail
}

/** Returns the first link in an email. */
export const findLink = ({ text }: Mail): string => /https?:\/\/\S+/.exec(text)?.[0] ?? ''

/** Returns a name that is unique in this run. */
export const freshName = (name: string): string =>
  `${name} ${randomUUID()
    .replace(/[^0-9]/g, '')
    .slice(0, 8)}`
export const freshEmail = (): string => `${randomUUID()}@exempel.se`

export const PASSWORD = 'en lugn kväll vid sjön'

export type Member = Session & { email: string; password: string }

const ATTEMPTS_MAX = 3

/**
 * Sends a request, and retries it after the Retry-After of an overloaded server. While all tests share two cores,
 * opening a database connection may take longer than a request waits for it.
 */
async function fetchWithRetries(path: string, request: RequestInit, attempts = ATTEMPTS_MAX): Promise<Response> {
  const response = await fetch(`${API}${path}`, request)
  const retryAfter = response.headers.get('retry-after')
  if (response.status !== 503 || retryAfter === null || attempts === 1) return response
  await setTimeout(Number(retryAfter) * 1_000)
  return fetchWithRetries(path, request, attempts - 1)
}

async function sendRequest<Result>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  token?: string,
): Promise<Result> {
  const isText = typeof body === 'string'
  const isForm = body instanceof FormData
  const response = await fetchWithRetries(path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || isForm ? {} : { 'content-type': isText ? 'text/plain' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isText || isForm ? body : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  const responseText = await response.text()
  return (
    responseText.startsWith('{') || responseText.startsWith('[') ? JSON.parse(responseText) : responseText
  ) as Result
}

/** Returns an API client with the session of a member. */
export const as = (member: Session) => ({
  get: <Result>(path: string) => sendRequest<Result>('GET', path, undefined, member.sessionId),
  post: <Result>(path: string, body?: unknown) => sendRequest<Result>('POST', path, body, member.sessionId),
})

type MemberOptions = {
  couple?: boolean
  language?: 'SWEDISH' | 'ENGLISH'
  userName?: string
  memberLevel?: 'ADMIN' | 'BASIC'
  /** The session began with a passkey. */
  passkey?: boolean
}

const db = createDatabase(createPool(process.env.E2E_DATABASE_URL ?? '', 2))
let passwordHash: Promise<string> | undefined

/** Signs the token of a session as the gateway does at a login. */
function signToken(claims: SessionClaims): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  const secret = process.env.E2E_SESSION_SECRET ?? ''
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

/** Inserts a member with a session. */
export async function aMember(
  name: string,
  {
    couple = false,
    language = 'SWEDISH',
    userName = freshName(name),
    memberLevel = 'BASIC',
    passkey = false,
  }: MemberOptions = {},
): Promise<Member> {
  passwordHash ??= hashPassword(PASSWORD)
  const { accountId, sessionId, email } = await insertMember(db, {
    email: freshEmail(),
    userName,
    couple,
    language,
    level: memberLevel,
    cities: ['Stockholm', 'Uppsala'],
    yearOfBirth: 1988,
    passwordHash: await passwordHash,
  })
  if (passkey) await markAsPasskeySession(db, { sessionId })
  const token = signToken({ sid: sidOf(sessionId), sessionId, memberId: accountId, level: memberLevel })
  return { email, password: PASSWORD, sessionId: token, userName, memberLevel, couple, language }
}

/** Logs a member in to a new session. */
export const loginAs = async <Login extends Pick<Member, 'email' | 'password'>>(
  member: Login,
): Promise<Login & Session> => ({
  ...member,
  ...(await sendRequest<Session>('POST', '/members/login', { email: member.email, password: member.password })),
})

export const sendAs = (sender: Member, chatId: string, message: string): Promise<ChatMessage> =>
  as(sender).post<ChatMessage>(`/chats/${chatId}`, { message, clientId: randomUUID() })

export const readAs = (member: Member, chatId: string): Promise<ChatResponse> =>
  as(member).get<ChatResponse>(`/chats/${chatId}?limit=100`)

/** Creates a chat in which the first member has invited the second, who has accepted. */
export async function anOpenChat(ann: Member, bo: Member): Promise<string> {
  const { chatId } = await as(ann).post<ChatSummary>('/chats/invites', {
    recipientName: bo.userName,
    message: 'Hej, vill ni byta några rader?',
  })
  await as(bo).post(`/chats/${chatId}/accept`)
  return chatId
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const DESKTOP = { viewport: { width: 1280, height: 800 } } as const
/** A desktop whose caches have no files of the client: `openAs` reuses contexts only for `DESKTOP` and `PHONE`. */
export const FIRST_VISIT = { ...DESKTOP }

/** Opens a path in a browser context of this member, logged in. Reuses contexts of `DESKTOP` and `PHONE`. */
export async function openAs(
  browser: Browser,
  member: Session,
  path: string,
  options: BrowserContextOptions = DESKTOP,
  existingContext?: BrowserContext,
): Promise<Page> {
  const allOptions = { ...options, locale: 'sv-SE', timezoneId: 'Europe/Stockholm', baseURL: origin }
  const isReusable = options === DESKTOP || options === PHONE
  const context =
    existingContext ?? (await (isReusable ? takeContext(browser, allOptions) : browser.newContext(allOptions)))
  const page = await context.newPage()
  const { sessionId, userName, memberLevel, couple, language } = member
  // Only the first document of a tab gets the session, so that a logout persists.
  await page.addInitScript((session) => {
    if (sessionStorage.getItem('begun')) return
    sessionStorage.setItem('begun', 'yes')
    localStorage.setItem('salong.session', session)
  }, JSON.stringify({ sessionId, userName, memberLevel, couple, language }))
  await page.goto(path)
  return page
}
