import { randomInt, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatSummary } from '@app/contract/chats'
import type { Session } from '@app/contract/members/members'
import { hashPassword } from '@app/server/accounts/passwords'
import { createDatabase, createPool } from '@app/server/db/database'
import { aMember } from '@app/server/testing/members'
import sharp from 'sharp'
import { findFreePort } from '../../infra/ports.mjs'
import { startIsolatedStack } from '../common/isolated-stack.ts'
import { createPage, type Page } from './page.ts'
import type { Engine } from './protocol.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export const PASSWORD = 'en lugn kväll vid sjön'

export type Member = Session & { email: string }

/** The product without members, behind a proxy at its public URL. */
export type Product = {
  url: string
  proxy: TcpProxy
  photo: string
  createMember: (name: string, options?: { cities?: string[] }) => Promise<Member>
  /** Sends a request to the gateway itself, as a member or without a session. */
  request: <Result>(method: 'GET' | 'POST', path: string, body?: unknown, member?: Member) => Promise<Result>
  /** Waits for an email to an address, and returns the first link in it. */
  waitForMailedLink: (address: string) => Promise<string>
}

export const freshName = (name: string): string => `${name} ${randomInt(1e7, 1e8)}`
export const freshEmail = (): string => `${randomUUID()}@exempel.se`

async function savePhoto(folder: string): Promise<string> {
  const file = join(folder, 'photo.jpg')
  const background = { r: 200, g: 120, b: 60 }
  writeFileSync(
    file,
    await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )
  return file
}

export async function startProduct(): Promise<Product> {
  const publicPort = await findFreePort()
  const url = `http://localhost:${publicPort}`
  const stack = await startIsolatedStack({ web: true, publicUrl: url })
  const proxy = await startTcpProxy(publicPort, Number(new URL(stack.url).port))
  const pool = createPool(stack.databaseUrl, 2)
  // The database stops before this process does.
  pool.on('error', () => {})
  const db = createDatabase(pool)
  const passwordHash = await hashPassword(PASSWORD)

  async function request<Result>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    member?: Member,
  ): Promise<Result> {
    const response = await fetch(`${stack.url}/api/v2${path}`, {
      method,
      headers: {
        ...(member ? { authorization: `Bearer ${member.sessionId}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (/^[[{]/.test(text) ? JSON.parse(text) : text) as Result
  }

  return {
    url,
    proxy,
    photo: await savePhoto(stack.folder),
    request,
    createMember: async (name, { cities = ['Stockholm'] } = {}) => {
      const email = freshEmail()
      await aMember(db, { email, userName: freshName(name), passwordHash, cities, yearOfBirth: 1988 })
      return { email, ...(await request<Session>('POST', '/members/login', { email, password: PASSWORD })) }
    },
    waitForMailedLink: async (email) => {
      for (let attempt = 0; attempt < 300; attempt++) {
        const mails = (await (await fetch(`${stack.url}/dev/mails.json`)).json()) as { to: string; text: string }[]
        const link = /https?:\/\/\S+/.exec(mails.find(({ to }) => to.includes(email))?.text ?? '')?.[0]
        if (link) return link
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`No email to ${email} has arrived.`)
    },
  }
}

/** The product and the tabs of one engine, for a flow. */
export type World = Product & {
  openPage: () => Promise<Page>
  /** Opens a path in a tab of its own, logged in. */
  openAs: (member: Member, path: string) => Promise<Page>
  openChat: (inviter: Member, invited: Member) => Promise<string>
}

/** Returns a world for one flow, and its tabs. */
export function createWorld(product: Product, engine: Engine): { world: World; pages: Page[] } {
  const pages: Page[] = []
  const openPage = async () => {
    const page = createPage(await engine.openTab(), product.url)
    pages.push(page)
    return page
  }
  const openAs = async ({ email: _, ...session }: Member, path: string) => {
    const page = await openPage()
    await page.goto('/robots.txt')
    await page.evaluate(`localStorage.setItem('salong.session', JSON.stringify(input))`, session)
    await page.goto(path)
    return page
  }
  const openChat = async (inviter: Member, invited: Member) => {
    const invite = { recipientName: invited.userName, message: 'Hej, vill ni byta några rader?' }
    const { chatId } = await product.request<ChatSummary>('POST', '/chats/invites', invite, inviter)
    await product.request('POST', `/chats/${chatId}/accept`, undefined, invited)
    return chatId
  }
  return { world: { ...product, openPage, openAs, openChat }, pages }
}
