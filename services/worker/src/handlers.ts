import type { Job, JobName } from '@app/server/delivery/jobs'
import type { WorkerCtx } from './context.ts'
import { readDeck } from './decks/read-deck.ts'
import { sendDigests } from './digests/send-digests.ts'
import { writeDigests } from './digests/write-digests.ts'
import { sendReminders } from './events/send-reminders.ts'
import { buildExport } from './exports/build-export.ts'
import { removeExport } from './exports/remove-export.ts'
import { sendMail } from './mail/send-mail.ts'
import { sendNotifications } from './notifications/send-notifications.ts'
import { measurePhotoStore } from './operations/measure-photo-store.ts'
import { processPhoto } from './photos/process-photo.ts'
import { removePhoto } from './photos/remove-photo.ts'
import { alertCase } from './safety/alert-cases.ts'
import { copyEvidenceFiles } from './safety/copy-evidence-files.ts'
import { runSafetyUpkeep } from './upkeep/safety-upkeep.ts'
import { tidy } from './upkeep/tidy.ts'

export type Payload<Name extends JobName> = Extract<Job, { name: Name }>['payload']

export type Handlers = { [Name in JobName]: (ctx: WorkerCtx, payload: Payload<Name>) => Promise<void> }

/** One handler for every job; a missing handler does not compile. */
export const HANDLERS = {
  'decks:read': readDeck,
  'digests:write': writeDigests,
  'digests:send': sendDigests,
  'events:remind': sendReminders,
  'exports:build': buildExport,
  'exports:remove': removeExport,
  'mail:send': sendMail,
  'notifications:send': sendNotifications,
  'photos:draw': processPhoto,
  'photos:remove': removePhoto,
  'reports:copy-files': copyEvidenceFiles,
  'cases:alert': alertCase,
  'upkeep:safety': runSafetyUpkeep,
  'upkeep:measure-store': measurePhotoStore,
  'upkeep:tidy': tidy,
} satisfies Handlers
