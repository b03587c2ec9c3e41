import * as z from 'zod/mini'
import { atMost } from '../base.ts'
import { findProfileNameProblem, normalizeName } from './names.ts'
import { isStorable } from './normalize.ts'
import type { Problem } from './problems.ts'

const newNameSchema = (emptyProblem: Problem) =>
  z.string(emptyProblem).check(
    z.check((payload) => {
      const problem = findProfileNameProblem(payload.value)
      const message = problem === 'userName.empty' ? emptyProblem : problem
      if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
    }),
    z.overwrite(normalizeName),
  )

/** The name that a new member chooses. */
export const NewUserName = newNameSchema('userName.empty')
/** A new name for an existing member. */
export const ChangedUserName = newNameSchema('userName.length')

/**
 * The name of a member in a response. Gateways find it in the schemas of responses to count the members that they show
 * to a caller.
 */
export const MemberName = z.string()
MemberName.register(z.globalRegistry, { description: 'The name of a member' })

/**
 * The name by which a request looks up a member. It does not have to be a valid name. Tests find it in the schemas of
 * requests.
 */
export const UserName = z
  .string()
  .check(
    z.minLength(1, 'field.required'),
    atMost(100, 'field.invalid'),
    z.refine(isStorable, { error: 'field.invalid' }),
  )
UserName.register(z.globalRegistry, { description: 'The name of the member to look up' })
export const UserNameParam = z.object({ userName: UserName })
