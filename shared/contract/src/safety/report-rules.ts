import { DAY_MS, HOUR_MS } from '../limits.ts'
import type { Category, Severity } from './categories.ts'

// Without schemas, so that the forms of reports and notices load without zod.

export const NOTICE_ADDRESS_MAX = 2_000
export const NOTICE_NAME_MAX = 100

/** The `id` that stands for the other member's newest message in a chat or an invite. */
export const LATEST = 'LATEST'

export const SEVERITIES: Record<Category, Severity> = {
  THREAT: 'CRITICAL',
  MINOR: 'CRITICAL',
  INTIMATE_IMAGE: 'CRITICAL',
  COERCION: 'CRITICAL',
  HARASSMENT: 'HIGH',
  HATE: 'HIGH',
  UNWANTED_SEXUAL: 'MEDIUM',
  FRAUD: 'HIGH',
  FAKE: 'MEDIUM',
  SEX_TRADE: 'HIGH',
  SPAM: 'MEDIUM',
  COPYRIGHT: 'MEDIUM',
  OTHER: 'LOW',
}

/** The severities from least to most severe. */
export const SEVERITY_ORDER = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const satisfies readonly Severity[]

/** The time within which the team aims to claim a case for the first time. */
export const AIMS_MS: Record<Severity, number> = {
  CRITICAL: 1 * HOUR_MS,
  HIGH: 24 * HOUR_MS,
  MEDIUM: 72 * HOUR_MS,
  LOW: 7 * DAY_MS,
}

/** Reports of these categories keep their severity, even if the reports of the member are deferred. */
export const NEVER_DEFERRED: ReadonlySet<Category> = new Set(['MINOR', 'THREAT'])

/** The categories after whose report the dialog first shows the help lines. */
export const CATEGORIES_WITH_HELP: ReadonlySet<Category> = new Set(['THREAT', 'MINOR', 'INTIMATE_IMAGE', 'COERCION'])

/** The categories in the dialog, under its three headings. */
export const CATEGORY_GROUPS = [
  ['THREAT', 'MINOR', 'INTIMATE_IMAGE', 'COERCION'],
  ['HARASSMENT', 'HATE', 'UNWANTED_SEXUAL'],
  ['FRAUD', 'FAKE', 'SEX_TRADE', 'SPAM', 'COPYRIGHT', 'OTHER'],
] as const satisfies readonly (readonly Category[])[]
