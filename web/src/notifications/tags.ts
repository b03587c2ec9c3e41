import { describeSubject, type NotificationKind, SEVERAL, TAG_LENGTH } from '@app/contract/notifications'
import { toBase64url } from '../lib/text/base64url.ts'

export type Subject = { kind: NotificationKind; id: string } | typeof SEVERAL

/** Returns a function that derives the tags of this device's notifications; null without a subscription. */
async function createTagger(): Promise<((subject: Subject) => Promise<string>) | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  const auth = (await registration?.pushManager.getSubscription())?.getKey('auth')
  if (!auth) return null
  const key = await crypto.subtle.importKey('raw', auth, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return async (subject) => {
    const text = subject === SEVERAL ? SEVERAL : describeSubject(subject.kind, subject.id)
    const code = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
    return toBase64url(code).slice(0, TAG_LENGTH)
  }
}

/** Returns the tags of these subjects on this device, in the same order; empty without a subscription. */
export async function createTags(subjects: Subject[]): Promise<string[]> {
  const createTag = await createTagger()
  return createTag ? Promise.all(subjects.map(createTag)) : []
}
