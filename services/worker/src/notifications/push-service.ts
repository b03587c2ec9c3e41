import { createHmac } from 'node:crypto'
import { request } from 'node:https'
import {
  describeSubject,
  NOTIFICATION_LENGTH,
  type NotificationPayload,
  SEVERAL,
  TAG_LENGTH,
} from '@app/contract/notifications'
import { extractAddress } from '@app/server/process/config'
import { isPushServiceUrl } from '@app/server/process/web-push'
import webPush, { type RequestDetails } from 'web-push'
import type { WorkerCtx } from '../context.ts'
import type { Device, Subject } from './queries.ts'

/** A push service that has not responded within this time counts as unavailable. */
const TIMEOUT_MS = 5_000
/** A device that stays offline for longer does not receive the notification. */
const LIFETIME_SECONDS = 24 * 60 * 60
const RETRY_AFTER_MAX_SECONDS = 10 * 60

/**
 * The result of sending a notification. GONE: the device is no longer subscribed, or its push service is not allowed.
 * REFUSED: rejected for another reason, and not retried. LATER: the push service is unavailable; `seconds` is the delay
 * that it requests, if any.
 */
export type Outcome = { result: 'SENT' | 'GONE' | 'REFUSED' } | { result: 'LATER'; seconds: number | null }

/** Returns the tag of a notification for a device. Without the device's key, the tag reveals nothing. */
export const createTag = (auth: Buffer, subject: Subject | typeof SEVERAL): string =>
  createHmac('sha256', auth)
    .update(subject === SEVERAL ? SEVERAL : describeSubject(subject.kind, subject.subjectId))
    .digest('base64url')
    .slice(0, TAG_LENGTH)

function createPayload(payload: Omit<NotificationPayload, 'padding'>): NotificationPayload {
  const { length } = JSON.stringify({ ...payload, padding: '' })
  return { ...payload, padding: ' '.repeat(Math.max(0, NOTIFICATION_LENGTH - length)) }
}

function toOutcome(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { result: 'SENT' }
  if (status === 404 || status === 410) return { result: 'GONE' }
  if (status !== 429 && status < 500) return { result: 'REFUSED' }
  const seconds = Number(retryAfter)
  return { result: 'LATER', seconds: seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : null }
}

/** Sends a request. Follows no redirects, and does not read the body of the response. */
const post = ({ endpoint, headers, body }: RequestDetails): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const sent = request(endpoint, options, (response) => {
      resolve(toOutcome(response.statusCode ?? 0, response.headers['retry-after']))
      response.destroy()
    })
    sent.on('error', () => resolve({ result: 'LATER', seconds: null }))
    sent.end(body)
  })

/** Sends a notification to a device, encrypted for it. Connects only to allowed push services. */
export async function sendToDevice(
  { config }: WorkerCtx,
  device: Device,
  {
    language,
    subject: about,
    stale,
  }: { language: NotificationPayload['language']; subject: Subject | typeof SEVERAL; stale: Subject[] },
): Promise<Outcome> {
  const { pushKey, pushHosts, mailFrom } = config
  if (!pushKey) return { result: 'LATER', seconds: null }
  if (!isPushServiceUrl(device.endpoint, pushHosts)) return { result: 'GONE' }
  const auth = Buffer.from(device.auth, 'base64')
  const tag = createTag(auth, about)
  const close = stale.map((earlier) => createTag(auth, earlier)).filter((earlierTag) => earlierTag !== tag)
  const keys = { p256dh: Buffer.from(device.p256dh, 'base64').toString('base64url'), auth: auth.toString('base64url') }
  const payload = JSON.stringify(createPayload({ tag, language, close }))
  const subject = `mailto:${extractAddress(mailFrom)}`
  return post(
    webPush.generateRequestDetails({ endpoint: device.endpoint, keys }, payload, {
      vapidDetails: { subject, ...pushKey },
      TTL: LIFETIME_SECONDS,
      urgency: 'normal',
      topic: tag,
    }),
  )
}
