import type { ChatResponse } from '@app/contract/chats'
import type { Event } from '@app/contract/events'
import type { Group } from '@app/contract/groups'
import type { Page, Query } from './page.ts'
import { freshEmail, freshName, PASSWORD, type World } from './world.ts'

export type Flow = { name: string; run: (world: World) => Promise<void> }

const button = (name: string, within?: Query): Query => ({ role: 'button', name, ...(within ? { within } : {}) })
const textbox = (name: string): Query => ({ role: 'textbox', name, isPattern: true })
const logText = (text: string): Query => ({ text, within: { role: 'log' } })

async function register({ openPage, waitForMailedLink }: World): Promise<void> {
  const [email, name, page] = [freshEmail(), freshName('Ny'), await openPage()]
  await page.goto('/')
  await page.click({ role: 'link', name: 'Bli medlem' })
  // The email field of the login form stays on screen until this form replaces it.
  await page.see(button('Skicka länken'))
  await page.fill(textbox('^E-post'), email)
  await page.click(button('Skicka länken'))
  await page.see({ text: email, isPattern: true })
  await page.goto(await waitForMailedLink(email))
  await page.fill(textbox('^Lösenord'), PASSWORD)
  await page.fill(textbox('^Profilnamn'), name)
  await page.click({ role: 'radio', name: 'En person' })
  await page.click({ role: 'radio', name: 'Kvinna' })
  await page.fill(textbox('^Födelseår'), '1989')
  await page.fill({ role: 'searchbox', name: 'Sök ort' }, 'Göteborg')
  await page.click({ role: 'checkbox', name: 'Göteborg' })
  await page.click({ role: 'checkbox', name: 'villkoren', isPattern: true })
  await page.click(button('Skapa konto'))
  await page.see({ role: 'heading', name: 'Börja med ett foto' })
  await page.click(button('Hoppa över allt'))
  await page.seePath(/^\/chats$/)
  await page.see({ role: 'heading', name: 'Kom igång' })
}

async function sendText(page: Page, text: string, composer = '^Meddelande till'): Promise<void> {
  await page.fill(textbox(composer), text)
  await page.click(button('Skicka'))
}

async function chat({ createMember, openAs, openChat, photo }: World): Promise<void> {
  const [ann, bo] = [await createMember('Ann'), await createMember('Bo')]
  const chatId = await openChat(ann, bo)
  const annPage = await openAs(ann, `/chats?id=${chatId}`)
  const boPage = await openAs(bo, `/chats?id=${chatId}`)
  await sendText(annPage, 'Är ni hemma på lördag?')
  await boPage.see(logText('Är ni hemma på lördag?'))
  await sendText(boPage, 'Ja, kom förbi!')
  await annPage.see(logText('Ja, kom förbi!'))
  await boPage.setFile(photo)
  const dialog: Query = { role: 'dialog', name: `Skicka foto till ${ann.userName}` }
  await boPage.click(button('Skicka foto', dialog))
  await boPage.seeNone(dialog)
  for (const page of [boPage, annPage])
    await page.poll('The photo in the chat is not shown', () =>
      page.evaluate<boolean>(`return [...document.querySelectorAll('[role=log] article img')].some(
        ({ complete, naturalWidth, currentSrc }) => complete && naturalWidth > 0 && currentSrc.includes('/media/'))`),
    )
}

/** Clicks a button of the bar over a message, in the tab that was opened last, since Firefox only hovers there. */
async function clickInBar(page: Page, text: string, name: string): Promise<void> {
  const inBar = button(name, { role: 'log' })
  await page.poll(`The member cannot reach ${name} over ${text}`, async () => {
    // The list may have moved since the pointer was last over the message.
    await page.click(logText(text))
    return page.evaluate<{ x: number; y: number } | undefined>('return inPage.locate(input)', inBar)
  })
  await page.click(inBar)
}

/** Reacts, replies, edits, and finds a message by a word. */
async function talk({ createMember, openAs, openChat }: World): Promise<void> {
  const [ann, bo] = [await createMember('Ann'), await createMember('Bo')]
  const chatId = await openChat(ann, bo)
  const annPage = await openAs(ann, `/chats?id=${chatId}`)
  const boPage = await openAs(bo, `/chats?id=${chatId}`)
  await sendText(annPage, 'Vad har du på dig?')
  await boPage.see(logText('Vad har du på dig?'))
  await clickInBar(boPage, 'Vad har du på dig?', 'Hjärta')
  const heart = button('Hjärta, 1', { role: 'log' })
  await boPage.see({ ...heart, selector: '[aria-pressed=true]' })
  await annPage.see({ ...heart, selector: '[aria-pressed=false]' })
  await clickInBar(boPage, 'Vad har du på dig?', 'Svara')
  await boPage.see({ text: `Svarar ${ann.userName}` })
  await sendText(boPage, 'Den gröna klänningen')
  await annPage.see(button('Svar till Du: Vad har du på dig?'))
  await boPage.click(textbox('^Meddelande till'))
  await boPage.pressArrowUp()
  await boPage.fill(textbox('^Redigera meddelandet'), 'Den blå klänningen')
  await boPage.click(button('Spara'))
  await annPage.see(logText('Den blå klänningen'))
  await annPage.see({ text: 'redigerat', isPattern: true, within: { role: 'log' } })
  await annPage.goto('/chats')
  await annPage.click(button('Sök i meddelanden'))
  await annPage.fill(textbox('^Sök i meddelanden'), 'klänning')
  await annPage.see({ text: '^1 träff', isPattern: true })
  await annPage.click({ role: 'link', name: 'klänning', isPattern: true })
  await annPage.see(logText('Den blå klänningen'))
}

const waitForServiceWorker = (page: Page) =>
  page.poll('The service worker does not control the page', () =>
    page.evaluate<boolean>('return navigator.serviceWorker.controller?.state === "activated"'),
  )

async function offline({ createMember, openAs, openChat, proxy, request }: World): Promise<void> {
  const [ann, bo] = [await createMember('Ann'), await createMember('Bo')]
  const chatId = await openChat(ann, bo)
  const page = await openAs(bo, `/chats?id=${chatId}`)
  await page.see(logText('Hej, vill ni byta några rader?'))
  await waitForServiceWorker(page)
  // The offline cache stores a chat shortly after it was loaded.
  await page.poll('The chat is not cached', () =>
    page.evaluate<boolean>(`return (await indexedDB.databases()).length > 0`),
  )
  await proxy.stop()
  try {
    await page.see({ text: '^Du är offline', isPattern: true })
    await sendText(page, 'Skrivet utan nät')
    await page.see({ text: 'Skickas när du är online' })
    await page.goto(`/chats?id=${chatId}`)
    await page.see(logText('Hej, vill ni byta några rader?'))
    await page.see(logText('Skrivet utan nät'))
  } finally {
    await proxy.start()
  }
  await page.poll('The message was not sent after the outage', async () => {
    const { messages } = await request<ChatResponse>('GET', `/chats/${chatId}?limit=100`, undefined, ann)
    return messages.filter(({ message }) => message === 'Skrivet utan nät').length === 1
  })
  await page.seeNone({ text: 'Skickas när du är online' })
  await page.seeNone({ text: '^Du är offline', isPattern: true })
  await page.seeOnce(logText('Skrivet utan nät'))
}

async function search({ createMember, openAs }: World): Promise<void> {
  const searcher = await createMember('Söker')
  const found = await createMember('Funnen', { cities: ['Arjeplog'] })
  const page = await openAs(searcher, '/profilelist')
  await page.click({ role: 'button', name: '^Filter', isPattern: true, within: { role: 'main' } })
  const filter: Query = { role: 'dialog', name: 'Filter' }
  await page.click({ role: 'radio', name: 'Kvinna', within: filter })
  await page.see({ role: 'radio', name: 'Kvinna', within: filter, selector: ':checked' })
  for (;;) {
    const remove: Query = { role: 'button', name: '^Ta bort ', isPattern: true, within: filter }
    if ((await page.evaluate<number>('return inPage.count(input)', remove)) === 0) break
    await page.click(remove)
  }
  await page.click(button('Välj orter', filter))
  const cities: Query = { role: 'dialog', name: 'Välj orter' }
  await page.fill({ role: 'searchbox', within: cities }, 'Arjeplog')
  await page.click({ role: 'checkbox', name: 'Arjeplog', within: cities })
  await page.click(button('Klart', cities))
  await page.seeNone(cities)
  await page.click({ role: 'button', name: '^Visa ', isPattern: true, within: filter })
  await page.seeNone(filter)
  await page.see({ role: 'heading', name: 'Kvinnor i Arjeplog' })
  await page.click({ role: 'link', name: found.userName, isPattern: true, within: { role: 'main' } })
  await page.see({ role: 'heading', name: found.userName, isPattern: true })
}

async function group({ createMember, openAs, request }: World): Promise<void> {
  const [owner, member] = [await createMember('Ägare'), await createMember('Medlem')]
  const body = { groupName: freshName('Grupp'), description: 'Vi **äter** tillsammans.', isOpen: true }
  const { groupId } = await request<Group>('POST', '/groups', body, owner)
  const ownerPage = await openAs(owner, `/groups?id=${groupId}&tab=chat`)
  const page = await openAs(member, `/groups?id=${groupId}`)
  await page.click(button('Gå med'))
  await sendText(page, 'Hej allihop!', '^Skriv till gruppen')
  await page.see(logText('Hej allihop!'))
  await ownerPage.see(logText('Hej allihop!'))
}

async function event({ createMember, openAs, request }: World): Promise<void> {
  const [host, guest] = [await createMember('Värd'), await createMember('Gäst')]
  const body = {
    title: freshName('Middag'),
    description: 'Långbord och *levande ljus*.',
    place: 'Matsalen',
    date: `${new Date().getUTCFullYear() + 1}-07-04`,
    time: '18:30',
  }
  const { id } = await request<Event>('POST', '/events/public/', body, host)
  const page = await openAs(guest, `/events?id=${id}`)
  await page.see({ role: 'heading', name: body.title })
  await page.see({ text: ' 4 juli .*18:30', isPattern: true })
  await page.click(button('Jag kommer'))
  await page.see({ role: 'button', name: 'Jag kommer', selector: '[aria-pressed=true]' })
  await page.see({ role: 'link', name: guest.userName, isPattern: true })
  const hostPage = await openAs(host, `/events?id=${id}`)
  await hostPage.see({ role: 'link', name: guest.userName, isPattern: true })
}

async function install({ createMember, openAs, proxy }: World): Promise<void> {
  const page = await openAs(await createMember('Installerar'), '/chats')
  await page.see({ role: 'heading', name: 'Kom igång' })
  const manifest = await page.evaluate<{ name?: string; start_url?: string; display?: string; icons?: unknown[] }>(
    `return (await fetch(document.querySelector('link[rel=manifest]').href)).json()`,
  )
  if (!manifest.name || !manifest.start_url || manifest.display !== 'standalone' || !manifest.icons?.length)
    throw new Error(`The manifest cannot be installed: ${JSON.stringify(manifest)}`)
  await waitForServiceWorker(page)
  await proxy.stop()
  try {
    await page.goto('/chats')
    await page.see({ role: 'heading', name: '^Chatt', isPattern: true })
    await page.see({ text: '^Du är offline', isPattern: true })
  } finally {
    await proxy.start()
  }
  await page.seeNone({ text: '^Du är offline', isPattern: true })
}

export const FLOWS: Flow[] = [
  { name: 'register', run: register },
  { name: 'chat', run: chat },
  { name: 'talk', run: talk },
  { name: 'offline', run: offline },
  { name: 'search', run: search },
  { name: 'group', run: group },
  { name: 'event', run: event },
  { name: 'install', run: install },
]
