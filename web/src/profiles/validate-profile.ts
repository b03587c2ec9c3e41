import { SaveMember } from '@app/contract/members/members'
import type { FieldErrors } from '../lib/forms/use-form.ts'
import { type FormValues, toProfile } from './values.ts'

/** Returns the contract's validation errors by field path, such as 'person1.height'. */
export function validateProfile(values: FormValues): FieldErrors {
  const issues = SaveMember.safeParse({ profile: toProfile(values) }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path: [, ...path], message }) => [path.join('.'), message]))
}
