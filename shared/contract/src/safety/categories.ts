import * as z from 'zod/mini'

/** The reasons for a report, in the order of the dialog. */
export const Category = z.enum([
  'THREAT',
  'MINOR',
  'INTIMATE_IMAGE',
  'COERCION',
  'HARASSMENT',
  'HATE',
  'UNWANTED_SEXUAL',
  'FRAUD',
  'FAKE',
  'SEX_TRADE',
  'SPAM',
  'COPYRIGHT',
  'OTHER',
])
export type Category = z.infer<typeof Category>

export const Severity = z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'])
export type Severity = z.infer<typeof Severity>
