import { SaveMember } from '@app/contract/members'
import { type FormValues, profileOf } from './values.ts'

/** What the contract has against the form: the problem by the path of its field, 'person1.height'. */
export function problemsIn(values: FormValues): ReadonlyMap<string, string> {
  const issues = SaveMember.safeParse({ profile: profileOf(values) }).error?.issues ?? []
  return new Map(issues.map(({ path: [, ...path], message }) => [path.join('.'), message]))
}
