import { SEVERAL } from '@app/contract/notifications'
import { createTags, type Subject } from './tags.ts'

const listShown = async (): Promise<Notification[]> =>
  (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []

/** Closes the notifications about subjects that the member has read. */
export async function closeRead(read: Subject[] | 'EVERYTHING'): Promise<void> {
  const shown = await listShown()
  if (shown.length === 0) return
  const tags = read === 'EVERYTHING' ? null : new Set(await createTags(read))
  for (const notification of shown) if (!tags || tags.has(notification.tag)) notification.close()
}

/** Returns the one of these subjects that a notification is about; null if it is about none, or about several. */
export async function findSubject(tag: string, subjects: Subject[]): Promise<Exclude<Subject, typeof SEVERAL> | null> {
  const tags = await createTags(subjects)
  const subject = subjects[tags.indexOf(tag)]
  return subject && subject !== SEVERAL ? subject : null
}
