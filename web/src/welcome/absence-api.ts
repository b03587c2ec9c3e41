import type { AbsenceResponse } from '@app/contract/welcome'
import { get, post } from '../lib/http/http.ts'

export const getAbsence = (): Promise<AbsenceResponse> => get('absence')
export const postAbsenceClosed = (): Promise<void> => post('absence/close')
