import type { Event } from '@app/contract/events'
import { saveFile } from '../lib/device/save-file.ts'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { getCalendarFile } from './api.ts'

/** Downloads an event as a file for calendar apps. */
export const downloadCalendarFile = ({ id, title }: Event): Promise<void> =>
  getCalendarFile(id).then(
    (text) => saveFile(new Blob([text], { type: 'text/calendar' }), `${title}.ics`),
    showErrorToast,
  )
