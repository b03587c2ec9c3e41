import type { AgeCheck, AgeCheckBegun } from '@app/contract/safety/age-checks'
import { get, post } from '../lib/http/http.ts'

export const getAgeCheck = (): Promise<AgeCheck> => get('age-check')
export const postAgeCheck = (): Promise<AgeCheckBegun> => post('age-check')
export const postCallback = (query: string): Promise<AgeCheck> => post('age-check/finish', { query })
