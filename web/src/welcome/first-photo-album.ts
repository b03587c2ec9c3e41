import type { Album } from '@app/contract/photos'

/** The albums that the welcome offers for the first photo. */
export const AUDIENCES = ['PUBLIC', 'PRIVATE'] as const satisfies readonly Album[]
export type Audience = (typeof AUDIENCES)[number]
