import * as z from 'zod/mini'
import { atMost, Id } from './base.ts'

/** Bytes in base64url, with or without padding. */
const bytes = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}=*$`), 'field.invalid'))

/**
 * A subscription of this device to notifications, as the browser's push service issues it: `PushSubscription.toJSON()`.
 * The keys encrypt notifications so that only the device can read them.
 */
export const DeviceSubscription = z.object({
  endpoint: z.url('field.invalid').check(atMost(1_000, 'field.invalid')),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})
export type DeviceSubscription = z.infer<typeof DeviceSubscription>

const Hour = z.int('field.invalid').check(z.minimum(0, 'field.invalid'), z.maximum(23, 'field.invalid'))

/** Full hours in Stockholm between which no notification is sent; the period may span midnight. */
export const QuietHours = z
  .object({ from: Hour, to: Hour })
  .check(z.refine(({ from, to }) => from !== to, { error: 'field.invalid', path: ['to'] }))
export type QuietHours = z.infer<typeof QuietHours>

/** The quiet hours of a member who has not changed them. */
export const QUIET_HOURS_DEFAULT: QuietHours = { from: 22, to: 7 }

/** The kinds of notifications that a member wants on all subscribed devices, and the quiet hours. */
export const NotificationPreferences = z.object({
  /** New chat messages and accepted invites. */
  messages: z.boolean(),
  /** New invites to chat. */
  invites: z.boolean(),
  /** Seats at events that the member gets from the queue. */
  seats: z.boolean(),
  quietHours: z.nullable(QuietHours),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

/** The preferences, and the groups whose posts the member wants notifications about. */
export const NotificationSettings = z.extend(NotificationPreferences, { groupIds: z.array(Id) })
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const NotifyAboutGroup = z.object({ on: z.boolean() })
export type NotifyAboutGroup = z.infer<typeof NotifyAboutGroup>

/** The kinds of notifications. The push service does not learn them. */
export const NotificationKind = z.enum(['CHAT', 'INVITE', 'GROUP', 'SEAT'])
export type NotificationKind = z.infer<typeof NotificationKind>

/**
 * The content of a notification, encrypted for the device. It names no conversation: `tag` and `close` are keyed hashes
 * (`createTag`). `close` lists earlier notifications that are no longer relevant, such as those about chats read since.
 */
export const NotificationPayload = z.object({
  tag: z.string(),
  language: z.enum(['SWEDISH', 'ENGLISH']),
  close: z.array(z.string()),
  padding: z.string(),
})
export type NotificationPayload = z.infer<typeof NotificationPayload>

/** The subject of a notification about several conversations. */
export const SEVERAL = 'SEVERAL'

/** The length in characters to which payloads are padded before encryption, so that their length reveals nothing. */
export const NOTIFICATION_LENGTH = 256

/** The text from which a device's key (`auth`) derives the tag of a notification, by HMAC-SHA-256. */
export const describeSubject = (kind: NotificationKind, id: Id): string => `${kind}:${id}`

/** The length of a tag in characters of base64url. */
export const TAG_LENGTH = 22
