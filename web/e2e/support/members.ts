import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import type { Session } from '@app/contract/members/members'
import { hashPassword } from '@app/server/accounts/passwords'
import { createDatabase, createPool } from '@app/server/db/database'
import { aMember as insertMember } from '@app/server/testing/members'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'

const origin = process.env.E2E_URL ?? ''
const API = `${origin}/api/v2`

type Mail = { to: string; subject: string; text: string; html: string; at: string }

/** Waits for a mail to an address, and returns the newest one. */
export async function mailTo(address: string): Promise<Mail> {
  let mail: Mail | undefined
  await expect(async () => {
    const mails = (await (await fetch(`${origin}/dev/mails.json`)).json()) as Mail[]
    mail = mails.filter(({ to }) => to.includes(address)).sort((a, b) => b.at.localeCompare(a.at))[0]
    expect(mail).toBeDefined()
  }).toPass()
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}

/** Returns the first link in a mail. */
export const findLink = ({ text }: Mail): string => /https?:\/\/\S+/.exec(text)?.[0] ?? ''

/** Returns a name that is unique in this run. */
export const freshName = (name: string): string =>
  `${name} ${randomUUID()
    .replace(/[^0-9]/g, '')
    .slice(0, 8)}`
export const freshEmail = (): string => `${randomUUID()}@exempel.se`

export const PASSWORD = 'en lugn kväll vid sjön'

export type Member = Session & { email: string; password: string }

const ATTEMPTS = 3

/**
 * Repeats a request that an overloaded server rejects with Retry-After, after that time. While all tests share two
 * cores, opening a database connection may take longer than a request waits for it.
 */
async function fetchRepeatedly(path: string, request: RequestInit, attempts = ATTEMPTS): Promise<Response> {
  const response = await fetch(`${API}${path}`, request)
  const retryAfter = response.headers.get('retry-after')
  if (response.status !== 503 || retryAfter === null || attempts === 1) return response
  await setTimeout(Number(retryAfter) * 1_000)
  return fetchRepeatedly(path, request, attempts - 1)
}

async function call<Answer>(method: 'GET' | 'POST', path: string, body?: unknown, token?: string): Promise<Answer> {
  const text = typeof body === 'string'
  const form = body instanceof FormData
  const response = await fetchRepeatedly(path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || form ? {} : { 'content-type': text ? 'text/plain' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: text || form ? body : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  const answer = await response.text()
  return (answer.startsWith('{') || answer.startsWith('[') ? JSON.parse(answer) : answer) as Answer
}

/** Returns an API client with the session of a member. */
export const as = (member: Session) => ({
  get: <Answer>(path: string) => call<Answer>('GET', path, undefined, member.sessionId),
  post: <Answer>(path: string, body?: unknown) => call<Answer>('POST', path, body, member.sessionId),
})

type MemberOptions = { couple?: boolean; language?: 'SWEDISH' | 'ENGLISH'; userName?: string }

const db = createDatabase(createPool(process.env.E2E_DATABASE_URL ?? '', 2))
let passwordHash: Promise<string> | undefined

/** Inserts a member and logs in. */
export async function aMember(
  name: string,
  { couple = false, language = 'SWEDISH', userName = freshName(name) }: MemberOptions = {},
): Promise<Member> {
  const email = freshEmail()
  passwordHash ??= hashPassword(PASSWORD)
  await insertMember(db, {
    email,
    userName,
    couple,
    language,
    cities: ['Stockholm', 'Uppsala'],
    yearOfBirth: 1988,
    passwordHash: await passwordHash,
  })
  return loginAs({ email, password: PASSWORD })
}

/** Logs a member in to a new session. */
export const loginAs = async <Login extends Pick<Member, 'email' | 'password'>>(
  member: Login,
): Promise<Login & Session> => ({
  ...member,
  ...(await call<Session>('POST', '/members/login', { email: member.email, password: member.password })),
})

export const sendAs = (from: Member, chatId: string, message: string): Promise<ChatMessage> =>
  as(from).post<ChatMessage>(`/chats/${chatId}`, { message, clientId: randomUUID() })

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

/** Opens a path in a browser context of this member, logged in. */
export async function openAs(
  browser: Browser,
  member: Session,
  path: string,
  options: BrowserContextOptions = DESKTOP,
  contextOptions?: BrowserContext,
): Promise<Page> {
  const context =
    contextOptions ??
    (await browser.newContext({ ...options, locale: 'sv-SE', timezoneId: 'Europe/Stockholm', baseURL: origin }))
  const { sessionId, userName, memberLevel, couple, language } = member
  await context.addInitScript((session) => {
    if (sessionStorage.getItem('begun')) return
    sessionStorage.setItem('begun', 'yes')
    localStorage.setItem('salong.session', session)
  }, JSON.stringify({ sessionId, userName, memberLevel, couple, language }))
  const page = await context.newPage()
  await page.goto(path)
  return page
}
